import Fastify from 'fastify'
import pg from 'pg'

// Minimal server that answers with the rows of plain SQL, as the baseline of the list of contacts: Fastify and pg,
// without sessions, validation and row level security.

const { databaseUrl, tenantId, statements } = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string
  tenantId: string
  statements: Record<string, string>
}
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const app = Fastify()
app.post<{ Body: { name: string } }>('/contacts', async ({ body: { name } }) => {
  const { rows } = await pool.query({ name, text: statements[name] ?? '', values: [tenantId] })
  return rows
})
console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
