import Fastify from 'fastify'
import { createSandbox } from './create-sandbox.ts'

const port = Number(process.env.PORT ?? 3100)
const host = process.env.HOST ?? '127.0.0.1'
const sandbox = createSandbox({ databaseFile: process.env.SANDBOX_DATABASE ?? 'sandbox.sqlite' })
const app = Fastify({ logger: { level: process.env.LOG_LEVEL ?? 'warn' } })
await app.register(sandbox.plugin, { prefix: '/sandbox' })

try {
  const origin = await app.listen({ port, host })
  const smtp = await sandbox.openMailServer(Number(process.env.SMTP_PORT ?? 2525))
  console.log(`Sandbox running at ${origin}/sandbox, mail server at ${smtp}`)
} catch (error) {
  console.error(`Sandbox failed to listen: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

const stop = async () => {
  await app.close()
  await sandbox.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
