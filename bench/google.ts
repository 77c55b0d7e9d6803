import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { createSandbox } from '../apps/sandbox/src/index.ts'

// The sandbox in a process of its own, for its Google accounts.

const sandbox = createSandbox({ databaseFile: ':memory:' })
const app = Fastify()
await app.register(sandbox.plugin, { prefix: '/sandbox' })
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`ready http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
process.on('SIGTERM', () => process.exit(0))
