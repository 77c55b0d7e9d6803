import { loadModule } from 'libpg-query'
import type pg from 'pg'
import { findRoutingFaults } from './find-routing-faults.ts'

const RULES = 'docs/decisions/20261122T1040-statements-name-their-tenant.md'

/** Settings of a PostgreSQL that keeps the text of every statement, those inside functions included. */
export const CAPTURE_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  // One entry for each statement, role and database; every file with a server of its own has a database of its own.
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
  /** Part of the statement; absent: all statements of the role. */
  part?: string
  reason: string
}

/** Statements that a database distributed by tenant could not run on the shard of one tenant, and why they may stay. */
const EXCEPTIONS: Exception[] = [
  {
    role: 'frontdesk_inbound',
    reason:
      'Stores the texts of several tenants at once; distributed, it runs for one tenant at a time, as after a failure.',
  },
  {
    role: 'frontdesk_app',
    part: 'jsonb_to_recordset($1::jsonb) as i (',
    reason: 'The statement of the role above, here with the texts of one tenant; the tenant is in its JSON.',
  },
  {
    role: 'frontdesk_dispatcher',
    part: 'where (xid, id) > (',
    reason: 'Reads the event log of all tenants in commit order; distributed, one reader for each node.',
  },
  {
    role: 'frontdesk_app',
    part: 'jsonb_populate_record(c, v.was',
    reason:
      'Puts a merged conversation back as it was kept, its tenant included; distributed, the row goes by the coordinator.',
  },
]

/**
 * Fails if a statement that the product ran during the tests cannot be routed to the shard of one tenant. The owner's
 * are left out: migrations, the job queue, deleted accounts and what tests look up. `areAll`: all API tests have run, so
 * that an exception nothing needs is a fault too.
 */
export async function assertStatementsRoutable(client: pg.ClientBase, { areAll }: { areAll: boolean }) {
  const { rows: statements } = await client.query<Statement>(
    `select distinct r.rolname as role, s.query as text
     from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where r.rolname in ('frontdesk_app', 'frontdesk_inbound', 'frontdesk_dispatcher', 'frontdesk_search')`,
  )
  const { rows: dropped } = await client.query('select from pg_stat_statements_info where dealloc > 0')
  if (dropped.length > 0) throw new Error('Statements were dropped: pg_stat_statements.max is too low.')
  const [catalogue] = (
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
      tenantTables: new Set(catalogue?.tables),
      mutableFunctions: new Set(catalogue?.functions),
    })
    if (statementFaults.length === 0) continue
    const exception = EXCEPTIONS.find((rule) => rule.role === role && text.includes(rule.part ?? ''))
    if (exception) {
      exempt += 1
      unused.delete(exception)
    } else faults.push(`${role}: ${statementFaults.join('; ')}\n  ${text}`)
  }
  console.log(`${statements.length} statements: ${exempt} excepted, ${faults.length} cannot be routed by tenant.`)
  if (areAll) faults.push(...[...unused].map(({ reason }) => `an exception that no statement needs: ${reason}`))
  if (faults.length > 0) throw new Error(`Statements that cannot be routed by tenant (${RULES}):\n${faults.join('\n')}`)
}
