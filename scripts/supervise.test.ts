import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'frontdesk-supervise-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Supervises a server whose n-th start runs the n-th script; further starts repeat the last one. */
async function supervised(...scripts: string[]) {
  const runs = path.join(folder, 'runs')
  const server = path.join(folder, 'server.mjs')
  await writeFile(runs, '')
  await writeFile(
    server,
    `import { appendFileSync, readFileSync } from 'node:fs'
     appendFileSync(${JSON.stringify(runs)}, 'x')
     const run = readFileSync(${JSON.stringify(runs)}, 'utf8').length
     const scripts = [${scripts.map((script) => `() => { ${script} }`).join()}]
     const stayAlive = () => setInterval(() => {}, 1000)
     scripts[Math.min(run, scripts.length) - 1]()`,
  )
  const main = path.join(folder, 'main.mjs')
  await writeFile(
    main,
    `import { supervise } from ${JSON.stringify(path.resolve(import.meta.dirname, 'supervise.ts'))}
     await supervise([${JSON.stringify(server)}])`,
  )
  const child = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, ended, printed: () => printed, runs: async () => (await readFile(runs, 'utf8')).length }
}

const READY = `process.send('ready'); console.log('ready')`

test('a server that exits unexpectedly is restarted; a signal ends both with the exit code of the server', async () => {
  const { child, ended, printed, runs } = await supervised(
    `${READY}; setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50)`,
    `${READY}; stayAlive(); process.on('SIGTERM', () => process.exit(7)); console.log('second server')`,
  )
  await expect.poll(printed, { timeout: 10_000 }).toContain('second server')
  expect(printed()).toContain('The server exited with SIGKILL. Restarting')
  child.kill('SIGTERM')
  expect(await ended).toBe(7)
  expect(await runs()).toBe(2)
})

test('a start that fails with an explanation is not retried, and keeps its exit code', async () => {
  const { ended, runs } = await supervised(`process.send('refused', () => process.exit(3))`)
  expect(await ended).toBe(3)
  expect(await runs()).toBe(1)
})

test('a server that never becomes ready is given up after a few starts', async () => {
  const { ended, printed, runs } = await supervised('process.exit(5)')
  expect(await ended).toBe(5)
  expect(await runs()).toBe(3)
  expect(printed()).toContain('The server exited 3 times in a row, last with exit code 5. Giving up')
})

test('a server that has been ready is retried even if a restart fails with an explanation', async () => {
  const { child, ended, printed } = await supervised(
    `${READY}; setTimeout(() => process.exit(1), 50)`,
    `process.send('refused', () => process.exit(1))`,
    `${READY}; stayAlive(); console.log('second server')`,
  )
  await expect.poll(printed, { timeout: 10_000 }).toContain('second server')
  child.kill('SIGTERM')
  await ended
})
