import Fastify from 'fastify'
import pg from 'pg'
import { WebSocketServer } from 'ws'

// Minimal server that applies a payment and pushes it, as the baseline of the product: Fastify, pg and ws, one
// statement per event, without signature check, reading at the provider, row level security and history.

const { databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl: string }
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })

const APPLY = `
  with e as (
    insert into events (tenant_id, id) values ($1, $2) on conflict do nothing returning tenant_id
  ), d as (
    update documents d set paid = paid + $4, status = case when paid + $4 >= total then 'paid' else 'partly-paid' end, updated_at = now()
    from e where d.tenant_id = $1 and d.id = $3 returning d.tenant_id, d.id, d.status
  ), p as (
    insert into postings (tenant_id, document_id, source) select tenant_id, id, $2 from d returning id, tenant_id
  ), l as (
    insert into entries (tenant_id, posting_id, n, debit, credit, amount)
    select tenant_id, id, n, debit, credit, amount from p, (values
      (1, 'provider', 'receivable', $4::bigint), (2, 'fees', 'provider', 59::bigint)) as v (n, debit, credit, amount)
  ), t as (
    insert into days (tenant_id, day, debit, credit, amount)
    select tenant_id, current_date, 'provider', 'receivable', $4 from p
    on conflict (tenant_id, day, debit, credit) do update set amount = days.amount + excluded.amount
  ), o as (
    insert into outbox (tenant_id, topic, payload) select tenant_id, 'payment.changed', jsonb_build_object('d', id) from d
  )
  select id, status from d`

interface Event {
  tenant: number
  id: string
  document: number
  amount: number
}

const agents = new Map<number, Set<{ send: (data: string) => void }>>()
const app = Fastify({ logger: false })
app.post('/event', async (request) => {
  const event = request.body as Event
  const values = [event.tenant, event.id, event.document, event.amount]
  const { rows } = await pool.query({ name: 'apply', text: APPLY, values })
  const text = JSON.stringify({ type: 'payment.changed', ...rows[0] })
  for (const agent of agents.get(event.tenant) ?? []) agent.send(text)
  return { received: true }
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
process.on('SIGTERM', () => process.exit(0))
