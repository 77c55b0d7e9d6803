import { type RawBuilder, sql } from 'kysely'
import { shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { contactRegion, stateTextOf } from '../messaging/index.ts'
import type { GroupMessageRow } from './rows.ts'

/** Recipients per transaction. */
const BATCH = 1000
const MINUTE_MS = 60_000

export interface PacedRecipient {
  id: string
  /** Until when they are held; null for pending ones. */
  heldUntil: string | null
  phone: string
  countryCode: string | null
  stateText: string | null
  timeZone: string
  /** From 0 up to 1: the part of the time that sending is spread over. */
  fraction: number
}

/** Whether recipients get a message at different times. */
export const isPaced = ({ localTime, spreadMinutes, step }: GroupMessageRow): boolean =>
  step === 0 && (localTime !== null || spreadMinutes !== null)

/**
 * Decides when the next recipients of a locked message get it, and holds them until then. Derived from the recipient
 * alone, so that it is the same after a restart. Returns whether there were any.
 */
export async function scheduleRecipients(tx: TenantTx, row: GroupMessageRow): Promise<boolean> {
  const rows = await findPaced(
    tx,
    row,
    sql`select * from group_recipients r
      where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${row.id} and r.state = 'pending'
      order by r.contact_id limit ${BATCH}`,
  )
  if (rows.length === 0) return false
  const values = rows.map((recipient) => ({ contact_id: recipient.id, held_until: dueTime(row, recipient) }))
  await sql`
    update group_recipients r set state = 'held', reason = 'scheduled', held_until = w.held_until
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as w (contact_id uuid, held_until timestamptz)
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = ${row.id} and r.contact_id = w.contact_id
      and r.contact_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
  return true
}

/** Reads what decides when recipients of a message may get it. */
export async function findPaced(
  tx: TenantTx,
  { locationId }: Pick<GroupMessageRow, 'locationId'>,
  recipients: RawBuilder<unknown>,
): Promise<PacedRecipient[]> {
  const location = locationId === null ? sql`t.location_id` : sql`${locationId}::uuid`
  const { rows } = await sql<PacedRecipient>`
    select r.contact_id as id, r.held_until as "heldUntil", coalesce(t.phone, '') as phone,
      t.country_code as "countryCode", ${stateTextOf(tx)} as "stateText",
      coalesce(l.time_zone, 'UTC') as "timeZone",
      (hashtextextended(r.contact_id::text, 1) & 65535)::float8 / 65536 as fraction
    from (${recipients}) r
    left join lateral (
      select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.id = r.contact_id limit 1
    ) t on true
    left join lateral (
      select l.time_zone from locations l where l.tenant_id = ${tx.tenantId} and l.id = ${location} limit 1
    ) l on true`.execute(tx)
  return rows
}

/** The time that a recipient gets the message: never before the local time in any zone they may be in. */
export function dueTime(
  { localTime, spreadMinutes, startedAt }: Pick<GroupMessageRow, 'localTime' | 'spreadMinutes' | 'startedAt'>,
  recipient: Omit<PacedRecipient, 'id' | 'heldUntil'>,
): string {
  const { phone, timeZone, fraction } = recipient
  const { timeZones } = contactRegion(phone, timeZone, recipient)
  const start =
    localTime === null
      ? startedAt
      : (timeZones
          .map((zone) => instantOf(localTime, zone))
          .toSorted()
          .at(-1) ?? startedAt)
  return spreadMinutes === null ? start : shift(start, Math.floor(fraction * spreadMinutes * MINUTE_MS))
}

/** The instant of a local time in a zone. A time skipped by the clock change moves forward. */
export const instantOf = (localTime: string, zone: string): string =>
  Temporal.PlainDateTime.from(localTime).toZonedDateTime(zone).toInstant().toString({ smallestUnit: 'millisecond' })
