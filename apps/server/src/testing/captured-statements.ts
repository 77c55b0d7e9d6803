import { loadModule } from 'libpg-query'
import type pg from 'pg'
import { findRoutingFaults } from './find-routing-faults.ts'

const RULES = 'docs/decisions/20261122T1040-statements-name-their-tenant.md'

/** PostgreSQL settings that record every statement, including those inside functions. */
export const CAPTURE_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  // One entry per statement, role and database; every file with its own server has its own database.
  'pg_stat_statements.max': '50000',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_utility': 'off',
  'pg_stat_statements.save': 'off',
}

interface Statement {
  role: string
  text: string
}

interface Exception {
  role: string
  /** Substring of the statement; default: all statements of the role. */
  part?: string
  reason: string
}

/** Statements that cannot be routed to one tenant's shard, each with the reason why it is acceptable. */
const EXCEPTIONS: Exception[] = [
  {
    role: 'frontdesk_inbound',
    reason:
      'Stores the texts of several tenants at once; when distributed, it runs for one tenant at a time, as after a failure.',
  },
  {
    role: 'frontdesk_app',
    part: 'jsonb_to_recordset($1::jsonb) as i (',
    reason: 'The same statement for one tenant, whose id is in its JSON.',
  },
  {
    role: 'frontdesk_dispatcher',
    part: 'where (xid, id) > (',
    reason: 'Reads the event log of all tenants in commit order; when distributed, each node has its own reader.',
  },
  {
    role: 'frontdesk_app',
    part: 'jsonb_populate_record(c, v.former_row',
    reason:
      'Restores a merged conversation from its stored row, including tenant_id; when distributed, the row is routed by the coordinator.',
  },
]

/**
 * Fails if a statement that the product ran during the tests cannot be routed to the shard of one tenant. Ignores the
 * owner's statements: migrations, the job queue, account deletion and queries of the tests. `areAll`: all API tests
 * have run, so unused exceptions are faults too.
 */
export async function assertStatementsRoutable(client: pg.ClientBase, { areAll }: { areAll: boolean }) {
  const { rows: statements } = await client.query<Statement>(
    `select distinct r.rolname as role, s.query as text
     from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where r.rolname in ('frontdesk_app', 'frontdesk_inbound', 'frontdesk_dispatcher', 'frontdesk_search')`,
  )
  const { rows: dropped } = await client.query('select from pg_stat_statements_info where dealloc > 0')
  if (dropped.length > 0) throw new Error('Statements were evicted: increase pg_stat_statements.max.')
  const [catalog] = (
    await client.query<{ tables: string[]; functions: string[] }>(
      `select array(select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and relname <> 'migrations') as tables,
         array(select distinct proname::text from pg_proc where provolatile <> 'i') as functions`,
    )
  ).rows
  await loadModule()
  const unused = new Set(EXCEPTIONS)
  const faults: string[] = []
  let exempt = 0
  for (const { role, text } of statements) {
    const statementFaults = findRoutingFaults(text, {
      tenantTables: new Set(catalog?.tables),
      mutableFunctions: new Set(catalog?.functions),
    })
    if (statementFaults.length === 0) continue
    const exception = EXCEPTIONS.find((rule) => rule.role === role && text.includes(rule.part ?? ''))
    if (exception) {
      exempt += 1
      unused.delete(exception)
    } else faults.push(`${role}: ${statementFaults.join('; ')}\n  ${text}`)
  }
  console.log(`${statements.length} statements: ${exempt} excepted, ${faults.length} cannot be routed by tenant.`)
  if (areAll) faults.push(...[...unused].map(({ reason }) => `unused exception: ${reason}`))
  if (faults.length > 0) throw new Error(`Statements that cannot be routed by tenant (${RULES}):\n${faults.join('\n')}`)
}
