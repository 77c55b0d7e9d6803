import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

// Restarts the server when its sources change; Vite serves the web app at http://localhost:5173 and proxies API
// requests.

const ROOT = path.resolve(import.meta.dirname, '..')
const run = (cwd: string, ...args: string[]) =>
  spawn(process.execPath, args, { cwd: path.join(ROOT, cwd), stdio: 'inherit' })

const children: ChildProcess[] = [
  run('.', '--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output', 'apps/server/src/main.ts'),
  run('apps/web', path.join(ROOT, 'node_modules/vite/bin/vite.js')),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
