import Fastify from 'fastify'
import pg from 'pg'
import { WebSocketServer } from 'ws'

// Minimal server that stores and pushes a text, as the baseline of the product: Fastify, pg and ws, one statement per
// message, without signature check, validation, row level security and idempotency.

const { databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl: string }
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })

const RECEIVE = `
  with m as (
    insert into messages (tenant_id, conversation_id, direction, external_id, body) values ($1, $2, 'in', $3, $4) returning *
  ), u as (
    update conversations c set unread = unread + 1, message_count = message_count + 1, last_message_id = m.id, last_message_at = now(),
      last_preview = left(m.body, 40), reopened_at = case when status = 'resolved' then now() else reopened_at end, status = 'open', updated_at = now()
    from m where c.tenant_id = $1 and c.id = $2
  ), o as (
    insert into outbox (tenant_id, topic, payload) select tenant_id, 'message.created', jsonb_build_object('m', id, 'c', conversation_id) from m
  )
  select id, created_at from m`

interface Inbound {
  tenant: number
  conversation: number
  externalId: string
  body: string
}

const agents = new Map<number, Set<{ send: (data: Buffer, options: { binary: false }) => void }>>()
const app = Fastify({ logger: false })
app.post('/inbound', async (request) => {
  const message = request.body as Inbound
  const { rows } = await pool.query({
    name: 'receive',
    text: RECEIVE,
    values: [message.tenant, message.conversation, message.externalId, message.body],
  })
  const event = Buffer.from(
    JSON.stringify({ type: 'message.created', id: rows[0].id, createdAt: rows[0].created_at, ...message }),
  )
  for (const agent of agents.get(message.tenant) ?? []) agent.send(event, { binary: false })
  return { id: rows[0].id }
})
await app.listen({ host: '127.0.0.1', port: 0 })
new WebSocketServer({ server: app.server, path: '/ws' }).on('connection', (socket, request) => {
  const tenant = Number(new URL(request.url ?? '', 'http://x').searchParams.get('tenant'))
  const tenantAgents = agents.get(tenant) ?? new Set()
  agents.set(tenant, tenantAgents.add(socket))
  socket.on('close', () => tenantAgents.delete(socket))
})
const address = app.server.address()
console.log(`ready http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
