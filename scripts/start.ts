import path from 'node:path'
import { buildWeb } from './build-web.ts'
import { supervise } from './supervise.ts'

// npm's shell does not forward signals: stop when the parent process is gone.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()

const [first, ...rest] = process.argv.slice(2)
const hasBuild = first === '--no-build'
if (!hasBuild) await buildWeb()
await supervise([
  path.resolve(import.meta.dirname, '../apps/server/src/main.ts'),
  ...(hasBuild || first === undefined ? rest : [first, ...rest]),
])
