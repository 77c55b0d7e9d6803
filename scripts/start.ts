import { buildWeb } from './build-web.ts'

// The shell that npm puts between passes no signal on: when it is gone, whoever started us wants us to stop.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()

await buildWeb()
await import('../apps/server/src/main.ts')
