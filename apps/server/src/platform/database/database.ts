import type { RealtimeEvent } from '@frontdesk/contract/api'
import {
  CamelCasePlugin,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { StartError } from '../config.ts'
import type { Log } from '../log.ts'
import { errorCode } from '../read-property.ts'
import type { Push } from '../realtime/realtime.ts'
import { DEADLOCK, retryOnDeadlock } from './deadlock.ts'
import { BATCHES_IN_FLIGHT, type BatchStatement, createGroupCommit } from './group-commit.ts'
import { type AppRole, signInAs } from './login-role.ts'
import { forgetPlans, freePlans, nameOf } from './prepared-statements.ts'
import { createReconnect, type Reconnect } from './reconnect.ts'
import type { DB } from './schema.gen.ts'
import { CommitUnknownError, isConnectionLost } from './unavailable.ts'

export type { BatchStatement }

/** Maximum duration of the application's transactions; catching up on events relies on it (modules/catch-up). */
const TRANSACTION_TIMEOUT_MS = 20_000

/**
 * Timestamps are ISO strings with the database's full precision, because cursors contain them, and with at least
 * milliseconds, so that a value reads back as it was written. Arithmetic uses Temporal.
 */
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text.replace(' ', 'T').replace(/(?:\.(\d+))?\+00$/, (_, fraction = '') => `.${fraction.padEnd(3, '0')}Z`),
)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** Queries without a tenant, for the `directory` schema only: row level security hides all other rows. */
export type Directory = Kysely<DB>

/** Transaction of one tenant. Only `inTenant` creates one, so a forgotten tenant does not compile. */
export type TenantTx = Kysely<DB> & {
  readonly tenantId: string
  /**
   * Runs `effect` after the commit, for pushes and wake-ups. Not for work that must not be lost: a failing effect is
   * logged, and the caller still gets a success.
   */
  readonly afterCommit: (effect: () => void) => void
  readonly now: Clock
  /** Sends an event to the tenant's rooms once the transaction is committed. */
  readonly publish: (rooms: string[], event: RealtimeEvent, except?: string[]) => void
}

/** Services that operations get with their transaction. */
export interface TxContext {
  now: Clock
  push: Push
}

interface TenantScope {
  tenantId: string
  /**
   * Prepares every statement, so that connections cache their plans. For transactions that run all the time, and whose
   * statements do not change their text with their input.
   */
  prepares?: boolean
}

export type InTenant = <T>(scope: TenantScope, work: (tx: TenantTx) => Promise<T>) => Promise<T>

export interface Database {
  /** Connections of the database owner, for migrations and graphile-worker. */
  owner: pg.Pool
  directory: Directory
  /** The same connections, for libraries that bring their own SQL for a `directory` table. */
  directoryPool: pg.Pool
  inTenant: InTenant
  /** `inTenant` with another clock, or without live events: history that is written later happens at its own time. */
  inTenantWith: (context: Partial<TxContext>) => InTenant
  /**
   * Stores a row together with those of other tenants that arrive at the same time (group-commit.ts), and returns its
   * result row. The statement runs as `frontdesk_inbound`, which sees only the tenants of the batch. It must be
   * idempotent: it is run again if the batch failed or the connection was lost before the result arrived.
   */
  inBatch: <Answer>(scope: { tenantId: string }, statement: BatchStatement, row: object) => Promise<Answer | undefined>
  /** Runs an effect after such a statement and logs its failure, like `afterCommit`. */
  runAfterCommit: (effect: () => void) => void
  /** Reads the event log of all tenants. */
  dispatcher: pg.Pool
  close: () => Promise<void>
}

/**
 * Forces index lookups per row: the plan of the batch statement is cached and must not depend on the statistics at the
 * time of its creation.
 */
const INDEX_ONLY_PLANS = [
  'plan_cache_mode=force_generic_plan',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_bitmapscan=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

const plugins = [new CamelCasePlugin()]

const dialectOn = (connection: DatabaseConnection) => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createDriver: () => ({
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: () => forbidTransactions(),
    commitTransaction: () => forbidTransactions(),
    rollbackTransaction: () => forbidTransactions(),
    releaseConnection: async () => {},
    destroy: async () => {},
  }),
})

const forbidTransactions = (): never => {
  throw new Error('Use inTenant for transactions.')
}

const connectionOn = (
  client: { query: (query: pg.QueryConfig) => Promise<pg.QueryResult> },
  prepares = false,
): DatabaseConnection => ({
  executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const { sql: text, parameters } = query
    const result = await client.query({
      text,
      values: [...parameters],
      ...((prepares || PREPARED in query) && { name: nameOf(text) }),
    })
    return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
  },
  // biome-ignore lint/correctness/useYield: Kysely asks for the method; pipelined connections cannot stream
  streamQuery: async function* () {
    throw new Error('Streaming is not available on pipelined connections.')
  },
})

/** Each statement is its own transaction here, so only reads are safe to retry after a lost connection. */
const retryingReads = (connection: DatabaseConnection, reconnect: Reconnect): DatabaseConnection => ({
  ...connection,
  executeQuery: (query) =>
    query.query.kind === 'SelectQueryNode'
      ? reconnect(() => connection.executeQuery(query))
      : connection.executeQuery(query),
})

const PREPARED = Symbol('prepared')

/** Runs a query as a prepared statement, named by the hash of its text, so that the connection caches its plan. */
export async function runPrepared<Row>(tx: TenantTx, query: RawBuilder<Row>): Promise<Row[]> {
  // The columns already have their final names, so skip the plugins.
  const plain = tx.withoutPlugins()
  const { rows } = await plain.executeQuery<Row>({ ...query.compile(plain), [PREPARED]: true } as CompiledQuery<Row>)
  return rows
}

/** The same for a query of the builder, with the columns it selects by name. */
export async function executePrepared<Row>(tx: TenantTx, query: Compilable<Row>): Promise<Row[]> {
  const { rows } = await tx.executeQuery<Row>({ ...query.compile(), [PREPARED]: true } as CompiledQuery<Row>)
  return rows
}

/**
 * SQL: ids as an array whose length the planner does not know, for prepared statements: with a parameter it plans one
 * for each number of ids, every time, because fewer than ten always look cheaper than the plan that is cached.
 */
export const idsOf = (ids: readonly string[]): RawBuilder<string[]> =>
  sql<string[]>`array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`

/** The same for ids of the provider, which are text. */
export const textsOf = (texts: readonly string[]): RawBuilder<string[]> =>
  sql<string[]>`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`

/** SQLSTATE of a cached plan whose columns a migration has changed, such as that of a `select *`. */
const STALE_PLAN = '0A000'

export interface DatabaseOptions {
  url: string
  log: Log
  context: TxContext
  /** Connections of the application role. */
  poolSize?: number
}

export async function openDatabase({ url, log, context, poolSize = 16 }: DatabaseOptions): Promise<Database> {
  const openPool = (options: pg.PoolConfig) => {
    const pool = new pg.Pool(options)
    // The pool replaces lost connections; without handlers their error events would end the process.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const owner = openPool({ connectionString: url, max: 18 })
  const asRole = async (role: AppRole, max: number, settings = '') =>
    openPool({
      connectionString: await signInAs(role, { owner, url, log }),
      max,
      // Keep idle connections for an hour, because a new one has to plan its statements again.
      idleTimeoutMillis: 3_600_000,
      pipeline: true,
      // Cached plans outlive the growth of a table: forbid sequential scans that were cheap when the table was small.
      options: `-c role=${role} -c transaction_timeout=${TRANSACTION_TIMEOUT_MS} -c enable_seqscan=off ${settings}`,
    })
  const [app, inbound, dispatcher] = await Promise.all([
    asRole('frontdesk_app', poolSize),
    asRole('frontdesk_inbound', BATCHES_IN_FLIGHT, INDEX_ONLY_PLANS),
    asRole('frontdesk_dispatcher', 2),
  ])

  const { rows } = await owner.query("select current_setting('server_version_num')::int as version")
  if (rows[0].version < 170_000) throw new StartError('Frontdesk requires PostgreSQL 17 or newer.')

  const setTenant = (tenantId: string) => `set local app.tenant_id = '${checkedUuid(tenantId)}'`
  const begin = (tenantId: string) => `begin; ${setTenant(tenantId)}`
  const setTenants = (tenantIds: string[]) => `set local app.tenant_ids = '{${tenantIds.map(checkedUuid).join(',')}}'`
  const runBatched = createGroupCommit(inbound, setTenants)
  const reconnect = createReconnect()

  const runEffect = (effect: () => void) => {
    try {
      effect()
    } catch (error) {
      log.error({ err: error }, 'an after-commit effect failed')
    }
  }

  const attempt = async <T>(
    { tenantId, prepares }: TenantScope,
    { now, push }: TxContext,
    work: (tx: TenantTx) => Promise<T>,
  ): Promise<T> => {
    const client = await app.connect()
    const effects: (() => void)[] = []
    let isBroken = false
    let isCommitting = false
    try {
      // Corked until the first queries are queued, so that they share a packet with BEGIN.
      const { stream } = client.connection
      stream.cork()
      setImmediate(() => stream.uncork())
      freePlans(client)
      const begun = client.query(begin(tenantId))
      begun.catch(() => {})
      const query = (config: pg.QueryConfig) => {
        // Statements that do not wait for each other share a packet.
        stream.cork()
        process.nextTick(() => stream.uncork())
        return client.query(config)
      }
      const kysely = new Kysely<DB>({ dialect: dialectOn(connectionOn({ query }, prepares)), plugins })
      const afterCommit = (effect: () => void) => void effects.push(effect)
      const publish: TenantTx['publish'] = (...event) => afterCommit(() => push(tenantId, ...event))
      const tx = Object.assign(kysely, { tenantId, afterCommit, now, publish })
      const result = await work(tx)
      await begun
      isCommitting = true
      const committed = await client.query('commit')
      if (committed.command !== 'COMMIT')
        throw new Error('The transaction was rolled back because of an earlier error.')
      for (const effect of effects) runEffect(effect)
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {
        isBroken = true
      })
      if (errorCode(error) === STALE_PLAN) forgetPlans()
      if (isCommitting && isConnectionLost(error))
        throw new CommitUnknownError('The connection was lost during commit.', { cause: error })
      throw error
    } finally {
      client.release(isBroken)
    }
  }

  const inTenantWith =
    (changed: Partial<TxContext>): InTenant =>
    (scope, work) =>
      reconnect(() => retryOnDeadlock(() => attempt(scope, { ...context, ...changed }, work), [DEADLOCK, STALE_PLAN]))

  return {
    owner,
    dispatcher,
    directoryPool: app,
    directory: new Kysely<DB>({
      dialect: dialectOn(retryingReads(connectionOn({ query: (query) => app.query(query) }), reconnect)),
      plugins,
    }),

    inTenant: inTenantWith({}),
    inTenantWith,

    inBatch: async <Answer>({ tenantId }: { tenantId: string }, statement: BatchStatement, row: object) =>
      (await reconnect(() => runBatched(tenantId, statement, row))) as Answer | undefined,

    runAfterCommit: runEffect,

    async close() {
      await Promise.all([owner.end(), app.end(), inbound.end(), dispatcher.end()])
    },
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Validates the id, because SET LOCAL takes no parameters. */
function checkedUuid(text: string): string {
  if (!UUID.test(text)) throw new Error('A tenant id must be a UUID.')
  return text
}
