import type { Database } from '../platform/database.ts'

export const FAULT_KINDS = [
  'duplicate',
  'delay',
  'reorder',
  'drop',
  'fail-send',
  'answer-lost',
  'landline',
  'fail-mail',
  'fail-model',
  'delay-model',
  'garble-model',
  'cut-model',
  'refuse-model',
  'fail-calendar',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** Whether faults of this kind can be limited to a phone; the other kinds always apply globally. */
export const hasPhoneScope = (kind: FaultKind): boolean =>
  kind !== 'fail-mail' && kind !== 'fail-calendar' && !kind.endsWith('-model')

export type WebhookKind = 'inbound' | 'status'

export interface Fault {
  id: number
  kind: FaultKind
  /** Webhooks to which it applies; ignored by faults of other kinds. */
  target: WebhookKind | 'any'
  code: number | null
  ms: number | null
  phone: string | null
  number: string | null
  accountSid: string | null
  /** Remaining applications; null means until removed. */
  times: number | null
  hits: number
  createdAt: number
}

export interface FaultScope {
  phone: string
  number: string
  accountSid: string
  webhook?: WebhookKind
}

/** Scope of requests that involve no phone and no number: emails and language model requests. */
export const UNSCOPED: FaultScope = { phone: '', number: '', accountSid: '' }

const matches = (fault: Fault, kind: FaultKind, scope: FaultScope) =>
  fault.kind === kind &&
  (fault.phone === null || fault.phone === scope.phone) &&
  (fault.number === null || fault.number === scope.number) &&
  (fault.accountSid === null || fault.accountSid === scope.accountSid) &&
  (scope.webhook === undefined || fault.target === 'any' || fault.target === scope.webhook)

/** Cached in memory: every message checks for faults, and nearly always there are none. */
export function faultStore(db: Database) {
  const insert = db.statement<Fault>(
    `insert into faults (kind, target, code, ms, phone, number, accountSid, times, createdAt)
     values ($kind, $target, $code, $ms, $phone, $number, $accountSid, $times, $createdAt) returning *`,
  )
  const deleteRow = db.statement('delete from faults where id = $id')
  const count = db.statement('update faults set times = $times, hits = $hits where id = $id')
  let faults = db.statement<Fault>('select * from faults order by id').all()

  const remove = (id: number) => {
    faults = faults.filter((fault) => fault.id !== id)
    return deleteRow.run({ id }) > 0
  }

  return {
    list: (): Fault[] => faults.map((fault) => ({ ...fault })),
    add(fault: Omit<Fault, 'id' | 'hits'>): Fault {
      const added = insert.getOrThrow({ ...fault })
      faults.push(added)
      return { ...added }
    },
    remove,
    clear() {
      for (const { id } of faults) remove(id)
    },
    /** Whether such a fault is active; does not consume it. */
    has: (kind: FaultKind, scope: FaultScope) => faults.some((fault) => matches(fault, kind, scope)),
    /** Finds the oldest matching fault and uses one of its remaining times. */
    consume(kind: FaultKind, scope: FaultScope): Fault | undefined {
      const fault = faults.find((candidate) => matches(candidate, kind, scope))
      if (!fault) return undefined
      fault.hits += 1
      if (fault.times !== null) fault.times -= 1
      if (fault.times === 0) remove(fault.id)
      else count.run({ id: fault.id, times: fault.times, hits: fault.hits })
      return { ...fault }
    },
  }
}
