import type { SQLInputValue } from 'node:sqlite'
import type { Database } from '../platform/database.ts'
import type { Memo, StripeKind, StripeObjects } from '../stripe/objects.ts'

export const STRIPE_FAULT_KINDS = [
  'fail-request',
  'break-response',
  'cut-response',
  'delay-request',
  'repeat-event',
  'reorder-event',
  'drop-event',
  'stale-event',
  'tamper-event',
  'missign-event',
] as const
export type StripeFaultKind = (typeof STRIPE_FAULT_KINDS)[number]

export interface StripeFault {
  id: number
  kind: StripeFaultKind
  accountId: string | null
  /** Requests whose `METHOD /path` contains this text. */
  path: string | null
  /** Events of this type. */
  type: string | null
  code: number | null
  ms: number | null
  /** Remaining applications; null means until removed. */
  times: number | null
  hits: number
}

export interface StripeDelivery {
  id: number
  eventId: string
  accountId: string
  fault: StripeFaultKind | null
  state: 'pending' | 'held' | 'delivered' | 'failed' | 'dropped'
  attempts: number
  /** JSON of the response statuses, 0 for none. */
  statuses: string
  createdAt: number
  finishedAt: number | null
}

export interface StripeDue {
  accountId: string
  kind: 'session' | 'debit' | 'refund' | 'payout-schedule' | 'payout-arrival' | 'deadline'
  objectId: string
  dueAt: number
}

export interface StoredRequest {
  fingerprint: string
  status: number
  body: string
  createdAt: number
}

export interface StripeLink {
  token: string
  accountId: string
  returnUrl: string
  refreshUrl: string
  expiresAt: number
  openedAt: number | null
  submittedAt: number | null
}

interface Row {
  id: string
  position: number
  body: string
  memo: string
}

export interface ListFilter {
  /** Equal fields by path below the object, such as `payment_intent`. */
  equal?: Record<string, string | number | undefined>
  /** Ranges of fields that hold seconds. */
  ranges?: Record<string, { gt?: number; gte?: number; lt?: number; lte?: number } | undefined>
  payoutId?: string | undefined
  types?: string[] | undefined
  startingAfter?: string | undefined
  endingBefore?: string | undefined
  limit?: number
  isOldestFirst?: boolean
}

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** Objects of Stripe as JSON, with their deliveries, idempotency keys and due work. */
export function stripeStore(db: Database) {
  const insert = db.statement(
    'insert into stripe_objects (id, accountId, kind, body, memo) values ($id, $accountId, $kind, $body, $memo)',
  )
  const update = db.statement('update stripe_objects set body = $body where id = $id')
  const updateMemo = db.statement('update stripe_objects set memo = $memo where id = $id')
  const findRow = db.statement<Row & { accountId: string; kind: string }>('select * from stripe_objects where id = $id')
  const findRequest = db.statement<StoredRequest>(
    'select fingerprint, status, body, createdAt from stripe_requests where accountId = $accountId and key = $key',
  )
  const saveRequest = db.statement(
    `insert into stripe_requests (accountId, key, fingerprint, status, body, createdAt)
     values ($accountId, $key, $fingerprint, $status, $body, $createdAt)
     on conflict do update set fingerprint = $fingerprint, status = $status, body = $body, createdAt = $createdAt`,
  )
  const insertLink = db.statement(
    `insert into stripe_links (token, accountId, returnUrl, refreshUrl, expiresAt)
     values ($token, $accountId, $returnUrl, $refreshUrl, $expiresAt)`,
  )
  const findLink = db.statement<StripeLink>('select * from stripe_links where token = $token')
  const openLink = db.statement('update stripe_links set openedAt = $now where token = $token and openedAt is null')
  const submitLink = db.statement(
    'update stripe_links set submittedAt = $now where token = $token and submittedAt is null',
  )
  const saveDue = db.statement(
    `insert into stripe_due (accountId, kind, objectId, dueAt) values ($accountId, $kind, $objectId, $dueAt)
     on conflict do update set dueAt = $dueAt`,
  )
  const deleteDue = db.statement(
    'delete from stripe_due where accountId = $accountId and kind = $kind and objectId = $objectId',
  )
  const listDue = db.statement<StripeDue>(
    'select * from stripe_due where accountId = $accountId order by dueAt, objectId',
  )
  const dueAccounts = db.statement<{ accountId: string }>('select distinct accountId from stripe_due')
  const insertDelivery = db.statement<StripeDelivery>(
    `insert into stripe_deliveries (eventId, accountId, fault, state, createdAt)
     values ($eventId, $accountId, $fault, $state, $createdAt) returning *`,
  )
  const saveDelivery = db.statement(
    `update stripe_deliveries set state = $state, attempts = $attempts, statuses = $statuses, finishedAt = $finishedAt
     where id = $id`,
  )
  const pendingDeliveries = db.statement<StripeDelivery>(
    `select * from stripe_deliveries where state in ('pending', 'held') order by id`,
  )
  const deliveriesOfEvent = db.statement<StripeDelivery>(
    'select * from stripe_deliveries where eventId = $eventId order by id',
  )
  const insertFault = db.statement<StripeFault>(
    `insert into stripe_faults (kind, accountId, path, type, code, ms, times)
     values ($kind, $accountId, $path, $type, $code, $ms, $times) returning *`,
  )
  const deleteFault = db.statement('delete from stripe_faults where id = $id')
  const countFault = db.statement('update stripe_faults set times = $times, hits = $hits where id = $id')
  let faults = db.statement<StripeFault>('select * from stripe_faults order by id').all()

  const removeFault = (id: number): boolean => {
    faults = faults.filter((fault) => fault.id !== id)
    return deleteFault.run({ id }) > 0
  }

  const read = <Kind extends StripeKind>({ body }: Row): StripeObjects[Kind] => JSON.parse(body)

  return {
    add<Kind extends StripeKind>(accountId: string, kind: Kind, object: StripeObjects[Kind], memo: Memo = {}) {
      insert.run({ id: object.id, accountId, kind, body: JSON.stringify(object), memo: JSON.stringify(memo) })
      return object
    },
    save(object: StripeObjects[StripeKind]): void {
      update.run({ id: object.id, body: JSON.stringify(object) })
    },
    find<Kind extends StripeKind>(accountId: string, kind: Kind, id: string): StripeObjects[Kind] | undefined {
      const row = findRow.get({ id })
      return row && row.accountId === accountId && row.kind === kind ? read<Kind>(row) : undefined
    },
    /** Any object of the account, for `expand`. */
    findAny(accountId: string, id: string): object | undefined {
      const row = findRow.get({ id })
      return row?.accountId === accountId ? JSON.parse(row.body) : undefined
    },
    accountOf: (id: string): string | undefined => findRow.get({ id })?.accountId,
    memo: (id: string): Memo => JSON.parse(findRow.get({ id })?.memo ?? '{}'),
    saveMemo(id: string, memo: Memo): void {
      updateMemo.run({ id, memo: JSON.stringify(memo) })
    },

    /** Newest first, like Stripe’s lists, with one row more than the limit: it shows whether there are more. */
    list<Kind extends StripeKind>(accountId: string, kind: Kind, filter: ListFilter = {}): StripeObjects[Kind][] {
      const conditions = ['accountId = $accountId', 'kind = $kind']
      const parameters: Record<string, SQLInputValue> = { accountId, kind }
      const where = (sql: (name: string) => string, value: SQLInputValue) => {
        const name = `$p${Object.keys(parameters).length}`
        conditions.push(sql(name))
        parameters[name.slice(1)] = value
      }
      for (const [field, value] of Object.entries(filter.equal ?? {}))
        if (value !== undefined) where((name) => `body ->> '$.${field}' = ${name}`, value)
      for (const [field, range] of Object.entries(filter.ranges ?? {}))
        for (const comparison of ['gt', 'gte', 'lt', 'lte'] as const) {
          const bound = range?.[comparison]
          if (bound !== undefined) where((name) => `body ->> '$.${field}' ${COMPARISONS[comparison]} ${name}`, bound)
        }
      if (filter.payoutId !== undefined) where((name) => `memo ->> '$.payoutId' = ${name}`, filter.payoutId)
      if (filter.types)
        where((name) => `body ->> '$.type' in (select value from json_each(${name}))`, JSON.stringify(filter.types))
      const { startingAfter, endingBefore } = filter
      if (startingAfter !== undefined)
        where((name) => `position < (select position from stripe_objects where id = ${name})`, startingAfter)
      if (endingBefore !== undefined)
        where((name) => `position > (select position from stripe_objects where id = ${name})`, endingBefore)
      const isAscending = filter.isOldestFirst === true || endingBefore !== undefined
      const limit = filter.limit === undefined ? '' : `limit ${filter.limit}`
      const rows = db
        .statement<Row>(
          `select * from stripe_objects where ${conditions.join(' and ')} order by position ${isAscending ? '' : 'desc'} ${limit}`,
        )
        .all(parameters)
      const objects = rows.map((row) => read<Kind>(row))
      return endingBefore === undefined ? objects : objects.reverse()
    },

    findRequest: (accountId: string, key: string) => findRequest.get({ accountId, key }),
    saveRequest(accountId: string, key: string, request: StoredRequest): void {
      saveRequest.run({ accountId, key, ...request })
    },

    addLink(link: Omit<StripeLink, 'openedAt' | 'submittedAt'>): void {
      insertLink.run({ ...link })
    },
    findLink: (token: string) => findLink.get({ token }),
    /** Whether the link had not been opened before. */
    openLink: (token: string, now: number) => openLink.run({ token, now }) > 0,
    submitLink: (token: string, now: number) => submitLink.run({ token, now }) > 0,

    schedule(due: StripeDue): void {
      saveDue.run({ ...due })
    },
    unschedule({ accountId, kind, objectId }: Omit<StripeDue, 'dueAt'>): void {
      deleteDue.run({ accountId, kind, objectId })
    },
    due: (accountId: string) => listDue.all({ accountId }),
    accountsWithDue: () => dueAccounts.all().map(({ accountId }) => accountId),

    addDelivery: (delivery: Pick<StripeDelivery, 'eventId' | 'accountId' | 'fault' | 'state' | 'createdAt'>) =>
      insertDelivery.getOrThrow({ ...delivery }),
    saveDelivery({ id, state, attempts, statuses, finishedAt }: StripeDelivery): void {
      saveDelivery.run({ id, state, attempts, statuses, finishedAt })
    },
    pendingDeliveries: () => pendingDeliveries.all(),
    deliveriesOf: (eventId: string) => deliveriesOfEvent.all({ eventId }),

    faults: (): StripeFault[] => faults.map((fault) => ({ ...fault })),
    addFault(fault: Omit<StripeFault, 'id' | 'hits'>): StripeFault {
      const added = insertFault.getOrThrow({ ...fault })
      faults.push(added)
      return { ...added }
    },
    removeFault,
    clearFaults(): void {
      for (const { id } of faults) removeFault(id)
    },
    /** Finds the oldest matching fault and uses one of its remaining times. */
    consumeFault(kind: StripeFaultKind, scope: { accountId: string; path?: string; type?: string }) {
      const fault = faults.find(
        (each) =>
          each.kind === kind &&
          (each.accountId === null || each.accountId === scope.accountId) &&
          (each.path === null || (scope.path ?? '').includes(each.path)) &&
          (each.type === null || each.type === scope.type),
      )
      if (!fault) return undefined
      fault.hits += 1
      if (fault.times !== null) fault.times -= 1
      if (fault.times === 0) removeFault(fault.id)
      else countFault.run({ id: fault.id, times: fault.times, hits: fault.hits })
      return { ...fault }
    },
  }
}
