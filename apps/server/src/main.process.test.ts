import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AuthResult, contract } from '@frontdesk/contract/api'
import { afterEach, describe, expect, test } from 'vitest'
import { callEndpoint, ok } from './testing/client.ts'
import { freePort, runUntilExit, type StartedProcess, startProcess } from './testing/started-process.ts'
import { createTestDatabase, PASSWORD } from './testing/test-instance.ts'

const SLOW = 120_000

const clean: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step()
})

async function aFolder(name = 'frontdesk-process-'): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), name))
  await chmod(folder, 0o755)
  clean.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function started(options: Parameters<typeof startProcess>[0]): Promise<StartedProcess> {
  const server = await startProcess(options)
  clean.push(() => server.kill('SIGKILL'))
  return server
}

/** The PostgreSQL that belongs to a data folder, if one is running. */
async function postgresPid(dataDir: string): Promise<number | null> {
  const home = await readFile(path.join(dataDir, 'postgres-lives-in.txt'), 'utf8').catch(() =>
    path.join(dataDir, 'postgres'),
  )
  const file = await readFile(path.join(home.trim(), 'postmaster.pid'), 'utf8').catch(() => null)
  if (!file) return null
  const pid = Number(file.split('\n')[0])
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

/**
 * Files another user of the machine could read. As root, others may traverse the data folder itself but not list it.
 */
async function findReadableByOthers(dataDir: string): Promise<string[]> {
  const open: string[] = []
  const visit = async (file: string) => {
    const stats = await stat(file)
    const passable = file === dataDir && process.getuid?.() === 0 ? 0o011 : 0
    if ((stats.mode & 0o077 & ~passable) !== 0) open.push(path.relative(dataDir, file))
    else if (stats.isDirectory() && stats.uid === process.getuid?.())
      for (const name of await readdir(file)) await visit(path.join(file, name))
  }
  await visit(dataDir)
  return open
}

const stopPostgres = async (dataDir: string) => {
  const pid = await postgresPid(dataDir)
  if (!pid) return
  process.kill(pid, 'SIGINT')
  await expect.poll(() => postgresPid(dataDir), { timeout: 20_000 }).toBe(null)
}

const signIn = async (url: string, userName = 'owner@harbor-dental.test'): Promise<AuthResult> =>
  ok(
    await callEndpoint(url, contract.accounts.authenticate, {
      userName,
      password: 'frontdesk-demo',
    }),
  )

/** Processor time allowed for a first start, about twice the usual. Elapsed time would depend on other load. */
const FIRST_START_CPU_SECONDS = 16

test(
  'one data folder: the first start seeds the demo, a second keeps everything, a killed server is replaced, and the last finishes its requests',
  async () => {
    const dataDir = path.join(await aFolder(), 'with spaces', 'data')
    clean.push(() => stopPostgres(dataDir))
    const port = await freePort()
    const first = await started({ dataDir, port })
    expect(first.url).toBe(`http://localhost:${port}`)
    expect(first.output()).toContain('/sandbox')
    for (const who of ['owner', 'manager', 'member']) expect(first.output()).toContain(`${who}@harbor-dental.test`)
    expect(first.output()).toContain('admin@frontdesk.test')
    expect(first.output()).toContain('frontdesk-demo')
    expect(first.cpuSeconds).toBeLessThan(FIRST_START_CPU_SECONDS)
    const { bearerToken } = await signIn(first.url)
    const list = async (url: string) => {
      const page = await callEndpoint(url, contract.conversations.getList, { pageSize: 100 }, bearerToken)
      // Their order and last messages change while jobs book what patients paid for.
      return ok(page)
        .data.conversations.map(({ sid }) => sid)
        .toSorted()
    }
    const conversations = await list(first.url)
    expect(conversations.length).toBeGreaterThan(5)
    expect(await first.kill('SIGINT')).toBe(0)
    expect(await postgresPid(dataDir)).toBe(null)
    expect(await findReadableByOthers(dataDir)).toEqual([])
    // Permissions as earlier versions created them.
    await mkdir(path.join(dataDir, 'files'), { recursive: true })
    for (const [name, mode] of [
      ['', 0o755],
      ['files', 0o755],
      ['sandbox.sqlite', 0o644],
    ] as const)
      await chmod(path.join(dataDir, name), mode)

    const second = await started({ dataDir, port })
    expect(second.cpuSeconds).toBeLessThanOrEqual(first.cpuSeconds)
    // The bearer token of the first run still opens the session: keys are kept.
    expect(await list(second.url)).toEqual(conversations)
    expect(await findReadableByOthers(dataDir)).toEqual([])
    const admin = await signIn(second.url, 'admin@frontdesk.test')
    ok(await callEndpoint(second.url, contract.devAdmin.get, undefined, admin.bearerToken))

    const samePort = await runUntilExit({ dataDir: await aFolder(), port })
    expect(samePort.code).toBe(1)
    expect(samePort.output).toContain(
      `Port ${port} is already in use. Stop the other program, or choose another port: PORT=3001 npm start`,
    )
    const sameFolder = await runUntilExit({ dataDir, port: await freePort() })
    expect(sameFolder.code).toBe(1)
    expect(sameFolder.output).toContain(
      `The data folder ${dataDir} is in use by another Frontdesk. Stop that one, or set DATA_DIR to another folder.`,
    )
    for (const { output } of [samePort, sameFolder]) expect(output).not.toContain('    at ')

    // Under load this is recovery.process.test.ts.
    await second.kill('SIGKILL')
    const leftover = await postgresPid(dataDir)
    expect(leftover).not.toBe(null)
    const third = await started({ dataDir, port })
    expect(await postgresPid(dataDir)).toBe(leftover)
    expect(await list(third.url)).toEqual(conversations)

    const body = JSON.stringify({ userName: 'owner@harbor-dental.test', password: 'frontdesk-demo' })
    const socket = connect(port, '127.0.0.1')
    let response = ''
    socket.on('data', (chunk) => (response += chunk))
    const idle = connect(port, '127.0.0.1')
    for (const connection of [socket, idle]) connection.on('error', () => {})
    await new Promise((resolve) =>
      socket.write(
        `POST /api/main/Authenticate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
        resolve,
      ),
    )
    await fetch(`${third.url}/healthz`)
    const ended = third.kill('SIGTERM')
    await expect
      .poll(
        () =>
          fetch(`${third.url}/healthz`).then(
            ({ status }) => status,
            () => 'refused',
          ),
        { timeout: 5000 },
      )
      .toBe('refused')
    socket.write(body.slice(10))
    await expect.poll(() => response, { timeout: 5000 }).toContain('bearerToken')
    const completedAt = performance.now()
    expect(await ended).toBe(0)
    expect(performance.now() - completedAt).toBeLessThan(5000)
    expect(await postgresPid(dataDir)).toBe(null)
  },
  SLOW,
)

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)(
  'as root, in a folder nobody else may enter',
  async () => {
    const closed = await aFolder()
    await chmod(closed, 0o700)
    const [dataDir, port] = [path.join(closed, 'data'), await freePort()]
    // Without the sandbox there is no demo business to seed.
    const server = await started({ dataDir, port, env: { SANDBOX: 'off' } })
    const form = { businessName: 'Closed', firstName: 'Clara', email: 'clara@example.test', password: PASSWORD }
    ok(await callEndpoint(server.url, contract.accounts.registerTenant, form))
    expect(await server.kill('SIGTERM')).toBe(0)
    const home = (await readFile(path.join(dataDir, 'postgres-lives-in.txt'), 'utf8')).trim()
    clean.push(() => rm(home, { recursive: true, force: true }))
  },
  SLOW,
)

describe('with an external database', () => {
  test(
    'nothing is seeded, no embedded one is started, and SECRET_KEY is required',
    async () => {
      const { url: DATABASE_URL, drop } = await createTestDatabase({ isEmpty: true })
      clean.push(() => drop())
      const [dataDir, port] = [await aFolder(), await freePort()]
      const withoutKey = await runUntilExit({ dataDir, port, env: { DATABASE_URL } })
      expect(withoutKey.code).toBe(1)
      expect(withoutKey.output).toContain('SECRET_KEY')
      const server = await started({ dataDir, port, env: { DATABASE_URL, SECRET_KEY: 'x'.repeat(32) } })
      expect(server.output()).not.toContain('harbor-dental')
      expect(await postgresPid(dataDir)).toBe(null)
      expect((await fetch(`${server.url}/sandbox/api/phones`)).status).toBe(404)
      expect(
        await callEndpoint(server.url, contract.accounts.authenticate, {
          userName: 'owner@harbor-dental.test',
          password: 'frontdesk-demo',
        }),
      ).toFail('WrongCredentials')
      expect(await server.kill('SIGTERM')).toBe(0)
    },
    SLOW,
  )
})

describe('configuration', () => {
  test('all configuration errors are reported at once', async () => {
    const { code, output: said } = await runUntilExit({
      dataDir: await aFolder(),
      port: 0,
      env: { PORT: 'http', LOG_LEVEL: 'loud', TRUST_PROXY: 'yes', PUBLIC_URL: 'nowhere', SECRET_KEY: 'short' },
    })
    expect(code).toBe(1)
    for (const name of ['PORT', 'LOG_LEVEL', 'TRUST_PROXY', 'PUBLIC_URL', 'SECRET_KEY'])
      expect(said).toMatch(new RegExp(`^ {2}${name}: `, 'm'))
    expect(said).toContain('.env.example')
    expect(said).not.toContain('    at ')
  })

  test('.env.example and the README list exactly the variables the server reads', async () => {
    const root = path.resolve(import.meta.dirname, '../../..')
    const example = await readFile(path.join(root, '.env.example'), 'utf8')
    const source = await readFile(path.join(import.meta.dirname, 'platform/config.ts'), 'utf8')
    const listed = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    const read = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name)
    expect(read.length).toBeGreaterThan(10)
    expect(listed.sort()).toEqual(read.sort())
    const readme = await readFile(path.join(root, 'README.md'), 'utf8')
    const table = readme
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|')[1] ?? '')
    const documented = table.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name))
    expect(documented.sort()).toEqual(read.sort())
  })
})
