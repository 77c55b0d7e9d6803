import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { createSandbox, type Sandbox } from '@frontdesk/sandbox'
import pg from 'pg'
import { createServer } from './app/create-server.ts'
import { hasDemo, isEmpty, seedDemo } from './demo/seed-demo.ts'
import type { CarrierAccount } from './modules/messaging/index.ts'
import { type Config, readConfig, StartError } from './platform/config.ts'
import { startEmbeddedPostgres } from './platform/database/embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { createLog } from './platform/log.ts'
import { loadSecrets } from './platform/secrets.ts'

const DRAIN_MS = 15_000

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  await mkdir(config.dataDir, { recursive: true })
  await mustBeFree(config)

  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  owner.on('error', () => {})
  owner.on('connect', (client) => client.on('error', () => {}))
  await migrate(owner)
  await owner.end()

  const sandbox = config.hasSandbox ? await openSandbox(config) : null
  const server = await createServer({
    config,
    databaseUrl,
    log,
    ...(sandbox && {
      sharedAccount: () => sandbox.account,
      carrierUrl: () => `http://127.0.0.1:${port()}/sandbox/twilio`,
    }),
  })
  const port = () => {
    const address = server.app.server.address()
    return typeof address === 'object' && address ? address.port : config.port
  }
  if (sandbox) await server.app.register(sandbox.box.plugin, { prefix: '/sandbox' })

  const url = await server.listen()
  const isDemo = !config.databaseUrl && !config.isProduction && sandbox !== null
  const isAsked = process.argv.includes('--seed-demo')
  if (isAsked && !sandbox)
    throw new StartError('The demo business texts with the sandbox. Set SANDBOX=on to have one, then seed again.')
  const hasDemoNow = sandbox !== null && (await hasDemo(server))
  if (sandbox && !hasDemoNow && (isAsked || (isDemo && (await isEmpty(server))))) await seedDemo(server, sandbox.box)
  if (isAsked) {
    await server.close()
    await sandbox?.box.close()
    await embedded?.stop()
    process.stdout.write(hasDemoNow ? 'The demo business is already there.\n' : 'The demo business is there now.\n')
    return
  }
  await server.startWork()
  process.stdout.write(greeting(url, sandbox !== null && (await hasDemo(server)), sandbox !== null))

  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping: requests and jobs under way are finished first')
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await server.close()
    await sandbox?.box.close()
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Before the database is started: whoever finds the port taken wants to know that, and nothing else. */
async function mustBeFree({ host, port }: Config): Promise<void> {
  const { createServer: createSocket } = await import('node:net')
  await new Promise<void>((resolve, reject) => {
    const probe = createSocket()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const what = error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${error.code})`
      reject(
        new StartError(`Port ${port} ${what}. Stop the other program, or choose another port: PORT=3001 npm start`),
      )
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

/** The outside world in a box, with an account at its carrier that stays the same from start to start. */
async function openSandbox(config: Config): Promise<{ box: Sandbox; account: CarrierAccount }> {
  const box = createSandbox({
    databaseFile: path.join(config.dataDir, 'sandbox.sqlite'),
    ...(config.publicUrl && { publicUrl: `${config.publicUrl}/sandbox` }),
  })
  const { tokenKey } = await loadSecrets(config)
  const hex = (purpose: string) => createHash('sha256').update(tokenKey).update(purpose).digest('hex').slice(0, 32)
  const { sid, authToken } = box.createAccount({
    friendlyName: 'Frontdesk',
    sid: `AC${hex('sandbox account')}`,
    authToken: hex('sandbox token'),
  })
  return { box, account: { accountSid: sid, authToken } }
}

const greeting = (url: string, isThereDemo: boolean, hasSandbox: boolean) =>
  [
    '',
    `  Frontdesk is ready:  ${url}`,
    ...(hasSandbox ? [`  Customers' phones:   ${url}/sandbox`] : []),
    `  API reference:       ${url}/api/docs`,
    ...(isThereDemo
      ? [
          '',
          '  Demo logins of Harbor Dental, password frontdesk-demo:',
          '    owner@harbor-dental.test',
          '    manager@harbor-dental.test',
          '    member@harbor-dental.test',
        ]
      : []),
    '',
    '',
  ].join('\n')

try {
  await start()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`\n${error.message}\n\n`)
  process.exit(1)
}
