import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Health } from '../health.ts'
import type { JobSpec } from '../jobs/define-job.ts'
import type { Log } from '../log.ts'
import type { EventDefinition, EventOf, LoggedEvent, StoredEvent } from './define-event.ts'

/** Turns events of one kind into jobs. Pure: the dispatcher enqueues for all subscribers in bulk. */
export interface Subscription {
  on: EventDefinition
  jobs(event: LoggedEvent): JobSpec[]
}

export const subscribe = <Definition extends EventDefinition>(
  on: Definition,
  jobs: (event: EventOf<Definition>) => JobSpec[],
): Subscription => ({ on, jobs })

/** Turns a whole batch of events into jobs, so that many events of a tenant become one job. */
export interface BatchSubscription {
  on: readonly EventDefinition[]
  jobs(events: LoggedEvent[]): JobSpec[]
}

export const subscribeInBatches = <Definition extends EventDefinition>(
  on: readonly Definition[],
  jobs: (events: EventOf<Definition>[]) => JobSpec[],
): BatchSubscription => ({ on, jobs })

/** One job for the events of each tenant in a batch. */
export const jobOfEachTenant = <Event extends LoggedEvent>(
  events: readonly Event[],
  toSpec: (tenantId: string, events: Event[]) => JobSpec,
): JobSpec[] =>
  [...Map.groupBy(events, ({ tenantId }) => tenantId)].map(([tenantId, ofTenant]) => toSpec(tenantId, ofTenant))

export interface Dispatcher {
  /** Polls soon, because this process has committed something. */
  wake: () => void
  /** Dispatches everything below the oldest open transaction. */
  drained: () => Promise<void>
  stop: () => Promise<void>
}

/** A consumer of the event log with its own cursor. */
export interface Reader {
  /** Key of its cursor. */
  name: string
  /** Delay before a read, so that under load one read of the log gets many events. */
  gatherMs: number
  /** Maximum number of events per read. */
  batchSize?: number
  subscriptions?: readonly Subscription[]
  batches?: readonly BatchSubscription[]
}

const BATCH_SIZE = 500
const IDLE_MS = 500
const RETRY_MS = 100
const RETRY_MAX_MS = 2_000

/**
 * Whether there are committed events of any type after a reader's cursor, which has to pass all of them.
 * One statement without a transaction, because most polls find nothing. True for a reader without a cursor.
 */
const HAS_EVENTS = `
  select coalesce(
    (select exists (
       select from events
       where (xid, id) > (r.xid, r.event_id) and xid < pg_snapshot_xmin(pg_current_snapshot())
     ) from directory.event_readers r where r.name = $1),
    true
  ) as "hasEvents"`

/** Starts one dispatcher per reader; each reports to `health` under its name. */
export function startDispatchers(
  pool: pg.Pool,
  readers: readonly Reader[],
  log: Log,
  health: Pick<Health, 'register'>,
): Dispatcher {
  const dispatchers = readers.map((reader) => startDispatcher(pool, reader, log, health))
  return {
    wake: () => {
      for (const dispatcher of dispatchers) dispatcher.wake()
    },
    drained: async () => void (await Promise.all(dispatchers.map((dispatcher) => dispatcher.drained()))),
    stop: async () => void (await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))),
  }
}

/**
 * Reads the event log in commit order, and enqueues the jobs of its subscribers in the transaction that advances the
 * cursor. Reads only below the oldest open transaction, so an event that commits late is never before the cursor.
 */
export function startDispatcher(
  pool: pg.Pool,
  { name, gatherMs, batchSize = BATCH_SIZE, subscriptions = [], batches = [] }: Reader,
  log: Log,
  health?: Pick<Health, 'register'>,
): Dispatcher {
  const reportAlive = health?.register(`dispatcher ${name}`)
  const byType = Map.groupBy(subscriptions, ({ on }) => on.type)
  const definitions = new Map(
    [...subscriptions.map(({ on }) => on), ...batches.flatMap(({ on }) => on)].map((on) => [on.type, on]),
  )
  const inBatches = batches.map(({ on, jobs }) => ({ types: new Set(on.map(({ type }) => type)), jobs }))
  const reported = new Set<string>()

  /**
   * Parses an event for its subscribers. That costs less than a tenth of a microsecond and happens here, never in the
   * transaction that stores a text. An event of an older version whose data does not fit is skipped, as retrying it
   * would stop the reader for good; the first one of each type is logged.
   */
  const parse = (event: StoredEvent): LoggedEvent[] => {
    const parsed = definitions.get(event.type)?.parse(event)
    if (parsed) return [parsed]
    if (!reported.has(event.type))
      log.error({ type: event.type, eventId: event.id }, 'skipped an event whose data does not fit its definition')
    reported.add(event.type)
    return []
  }
  let isStopped = false
  let wakeUp: () => void = () => {}
  let isWoken = false

  const dispatchBatch = async (): Promise<number> => {
    const { rows: checks } = await pool.query<{ hasEvents: boolean }>({
      name: 'has-events',
      text: HAS_EVENTS,
      values: [name],
    })
    if (checks[0]?.hasEvents === false) return 0
    const client = await pool.connect()
    let isBroken = false
    try {
      await client.query('begin')
      await client.query(
        "insert into directory.event_readers (name, xid, event_id) values ($1, '0', 0) on conflict do nothing",
        [name],
      )
      const { rows: readers } = await client.query<{ xid: string; event_id: string }>(
        'select xid::text, event_id from directory.event_readers where name = $1 for update',
        [name],
      )
      const { rows: horizons } = await client.query<{ xid: string }>(
        'select pg_snapshot_xmin(pg_current_snapshot())::text as xid',
      )
      const [reader, horizon] = [readers[0], horizons[0]]
      if (!reader || !horizon) throw new Error('Reader not found in the transaction that wrote it.')
      const { rows } = await client.query<StoredEvent & { xid: string }>(
        `select tenant_id as "tenantId", id, xid::text, type, conversation_id as "conversationId", message_id as "messageId",
           actor_user_id as "actorUserId", location_id as "locationId", to_user_id as "toUserId", created_at as at, data
         from events
         where (xid, id) > ($1::xid8, $2::bigint) and xid < $3::xid8 and type = any($4)
         order by xid, id limit ${batchSize}`,
        [reader.xid, reader.event_id, horizon.xid, [...definitions.keys()]],
      )
      const events = rows.flatMap(parse)
      const specs = [
        ...events.flatMap((event) => (byType.get(event.type) ?? []).flatMap(({ jobs }) => jobs(event))),
        ...inBatches.flatMap(({ types, jobs }) => jobs(events.filter(({ type }) => types.has(type)))),
      ]
      // Of two jobs with one key the later would replace the earlier anyway.
      const unique = new Map(specs.map((spec, i) => [spec.jobKey ?? i, spec]))
      if (unique.size > 0) await client.query('select jobs.enqueue($1::jsonb)', [JSON.stringify([...unique.values()])])
      const last = rows.length === batchSize ? rows.at(-1) : undefined
      await client.query('update directory.event_readers set xid = $2::xid8, event_id = $3 where name = $1', [
        name,
        last ? last.xid : horizon.xid,
        last ? last.id : -1,
      ])
      await client.query('commit')
      return rows.length
    } catch (error) {
      await client.query('rollback').catch(() => {
        isBroken = true
      })
      throw error
    } finally {
      client.release(isBroken)
    }
  }

  const running = (async () => {
    for (let failures = 0; !isStopped; ) {
      isWoken = false
      const count = await dispatchBatch().catch((error) => {
        // Log only the first failure: in an outage each attempt fails the same way.
        if (!isStopped && failures === 0) log.error({ err: error }, 'the dispatcher failed and will retry')
        return null
      })
      if (count === null) {
        await pause(Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS))
        failures += 1
        continue
      }
      failures = 0
      reportAlive?.()
      if (count === batchSize || isStopped) continue
      await pause(gatherMs)
      if (isWoken || isStopped) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, IDLE_MS)
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })()

  return {
    wake: () => {
      isWoken = true
      wakeUp()
    },
    drained: async () => {
      while ((await dispatchBatch()) > 0);
    },
    stop: async () => {
      isStopped = true
      wakeUp()
      await running
    },
  }
}
