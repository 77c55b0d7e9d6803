import type { ContactActivityCause } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { isRecorded, type RecordedColumn, type RecordedValue, type WrittenColumn } from './contact-columns.ts'

// The activities of a contact: docs/decisions/20261123T0700-activities-of-contacts.md. Only this module writes the
// columns of contacts, and each of its updates records what it changed; contact-writes.test.ts finds statements
// elsewhere.

/** Author, time and occasion of changes to contacts. */
export interface ContactAuthor {
  /** Null for a rule of the business. */
  userId: string | null
  at: string
  cause?: ContactActivityCause | undefined
  importId?: string
}

export interface ContactUpdate {
  set: Partial<Record<WrittenColumn, RawBuilder<unknown>>>
  from?: RawBuilder<unknown>
  /** Condition on the row `t`. */
  where: RawBuilder<unknown>
  returning?: RawBuilder<unknown>
}

const recordedValueOf = (column: RecordedColumn): RecordedValue => (column === 'otherPhones' ? 'phones' : column)

/** SQL: the recorded columns of a row as JSON. */
const valuesOf = (row: 'old' | 'new', columns: readonly RecordedColumn[]) =>
  sql`jsonb_build_object(${sql.join(
    columns.flatMap((column) => [
      sql.lit(recordedValueOf(column)),
      column === 'otherPhones'
        ? sql`${sql.ref(`${row}.phone`)} || ${sql.ref(`${row}.otherPhones`)}`
        : sql.ref(`${row}.${column}`),
    ]),
  )})`

/** SQL: an update of contacts `t`, for a CTE named `changed` beside one with `insertActivities`. */
export function updateOfContacts(tx: TenantTx, { set, from, where, returning }: ContactUpdate): RawBuilder<unknown> {
  const assignments = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const recorded = Object.keys(set).filter(isRecorded)
  return sql`update contacts t set ${sql.join(assignments)} ${from ? sql`from ${from}` : sql``}
    where t.tenant_id = ${tx.tenantId} and ${where}
    returning t.id, t.main_id, t.location_id, t.created_at, ${valuesOf('old', recorded)} as old_values, ${valuesOf('new', recorded)} as new_values
      ${returning ? sql`, ${returning}` : sql``}`
}

/**
 * SQL: records what an update `changed`, for each contact that differs. Values written in the transaction that adds a
 * contact are not changes.
 */
export const insertActivities = (tx: TenantTx, { userId, at, cause, importId }: ContactAuthor) => sql`
  insert into contact_activities (tenant_id, contact_id, created_at, id, kind, actor_user_id, cause, import_id, before, after)
  select ${tx.tenantId}::uuid, c.id, ${at}::timestamptz, gen_random_uuid(), 'changed', ${userId}::uuid, ${cause ?? null}::text,
    ${importId ?? null}::uuid, d.before, d.after
  from changed c cross join lateral (
    select jsonb_object_agg(v.key, v.value) as before, jsonb_object_agg(v.key, c.new_values -> v.key) as after
    from jsonb_each(c.old_values) as v where v.value is distinct from c.new_values -> v.key
  ) d
  where c.main_id is null and c.created_at <> ${at}::timestamptz and d.before is not null`

export interface NumbersChange {
  contactId: string
  /** All numbers, main one first. */
  before: readonly string[]
  after: readonly string[]
}

type Activity =
  | { kind: 'blocked' | 'unblocked'; contactId: string; phone: string }
  | { kind: 'note-deleted'; contactId: string }
  | ({ kind: 'numbers' } & NumbersChange)

/** Records what happened to a contact without a change of its columns, or by a new arrangement of its rows. */
export async function recordActivity(
  tx: TenantTx,
  { userId, at, cause }: ContactAuthor,
  activity: Activity,
): Promise<void> {
  const numbers = activity.kind === 'numbers' ? activity : null
  await tx
    .insertInto('contactActivities')
    .values({
      tenantId: tx.tenantId,
      contactId: activity.contactId,
      createdAt: at,
      id: newId(),
      kind: activity.kind === 'numbers' ? 'changed' : activity.kind,
      actorUserId: userId,
      cause: cause ?? null,
      before: numbers && JSON.stringify({ phones: numbers.before }),
      after: numbers && JSON.stringify({ phones: numbers.after }),
      phone: 'phone' in activity ? activity.phone : null,
    })
    .execute()
}

/** Moves the activities of rows to other rows of their contacts, which they stay with. */
export async function moveActivities(
  tx: TenantTx,
  moves: readonly { from: string; to: string }[],
  { since = null }: { since?: string | null } = {},
): Promise<void> {
  const from = moves.map((move) => move.from)
  await sql`
    update contact_activities a set contact_id = m."to"
    from unnest(${from}::uuid[], ${moves.map(({ to }) => to)}::uuid[]) as m ("from", "to")
    where a.tenant_id = ${tx.tenantId} and a.contact_id = m."from" and a.contact_id = any(${from}::uuid[])
      and (${since}::timestamptz is null or a.created_at > ${since}::timestamptz)`.execute(tx)
}
