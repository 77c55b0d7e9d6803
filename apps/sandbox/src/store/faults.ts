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
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** A fault of a kind that strikes whom it is meant for; the others strike everybody. */
export const isAboutPhones = (kind: FaultKind): boolean => kind !== 'fail-mail' && !kind.endsWith('-model')

export type WebhookKind = 'inbound' | 'status'

export interface Fault {
  id: number
  kind: FaultKind
  /** Which webhooks it is about; the other kinds do not look at it. */
  target: WebhookKind | 'any'
  code: number | null
  ms: number | null
  phone: string | null
  number: string | null
  accountSid: string | null
  /** How often it still strikes; null is until it is removed. */
  times: number | null
  hits: number
  createdAt: number
}

export interface FaultScene {
  phone: string
  number: string
  accountSid: string
  webhook?: WebhookKind
}

/** The scene of what no phone and no number takes part in: a mail, a question to the language model. */
export const NOBODY: FaultScene = { phone: '', number: '', accountSid: '' }

const matches = (fault: Fault, kind: FaultKind, scene: FaultScene) =>
  fault.kind === kind &&
  (fault.phone === null || fault.phone === scene.phone) &&
  (fault.number === null || fault.number === scene.number) &&
  (fault.accountSid === null || fault.accountSid === scene.accountSid) &&
  (scene.webhook === undefined || fault.target === 'any' || fault.target === scene.webhook)

/** Kept in memory as well: every message asks for them, and nearly always there are none. */
export function faultStore(db: Database) {
  const insert = db.statement<Fault>(
    `insert into faults (kind, target, code, ms, phone, number, accountSid, times, createdAt)
     values ($kind, $target, $code, $ms, $phone, $number, $accountSid, $times, $createdAt) returning *`,
  )
  const remove = db.statement('delete from faults where id = $id')
  const count = db.statement('update faults set times = $times, hits = $hits where id = $id')
  let faults = db.statement<Fault>('select * from faults order by id').all()

  const drop = (id: number) => {
    faults = faults.filter((fault) => fault.id !== id)
    return remove.run({ id }) > 0
  }

  return {
    list: (): Fault[] => faults.map((fault) => ({ ...fault })),
    add(fault: Omit<Fault, 'id' | 'hits'>): Fault {
      const added = insert.get({ ...fault }) as Fault
      faults.push(added)
      return { ...added }
    },
    remove: drop,
    clear() {
      for (const { id } of faults) drop(id)
    },
    /** Whether such a fault stands, without using it up. */
    stands: (kind: FaultKind, scene: FaultScene) => faults.some((fault) => matches(fault, kind, scene)),
    /** Uses the oldest fitting fault once. */
    take(kind: FaultKind, scene: FaultScene): Fault | undefined {
      const fault = faults.find((candidate) => matches(candidate, kind, scene))
      if (!fault) return undefined
      fault.hits += 1
      if (fault.times !== null) fault.times -= 1
      if (fault.times === 0) drop(fault.id)
      else count.run({ id: fault.id, times: fault.times, hits: fault.hits })
      return { ...fault }
    },
  }
}
