import type { TextUsage } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { findOldestLocation } from '../../locations/index.ts'

/** SQL: whether the carrier got the outgoing text `m`, delivered or not: it bills both. */
const IS_BILLED = sql<boolean>`m.delivery_status not in ('queued', 'sending', 'failed')`

/** SQL: what the text `m` is billed as. With files it is one media message, whatever its length. */
export const BILLED_SEGMENTS = sql<number>`case when m.type = 'text' and ${IS_BILLED} then coalesce(m.segments, 0) else 0 end`
export const BILLED_MEDIA = sql<number>`case when m.type = 'media' and ${IS_BILLED} then 1 else 0 end`

/** Counts the texts that the carrier got from the business since the month began. */
export async function countTextsOfMonth(tx: TenantTx, actor: Actor): Promise<TextUsage> {
  const zone = (await findOldestLocation(tx, actor))?.timeZone ?? 'UTC'
  const today = Temporal.Instant.from(tx.now()).toZonedDateTimeISO(zone).toPlainDate()
  const since = today.with({ day: 1 }).toZonedDateTime(zone).toInstant().toString({ smallestUnit: 'millisecond' })
  const { rows } = await sql<Omit<TextUsage, 'sinceUtc'>>`
    select count(*) filter (where m.type = 'text')::int as texts,
      coalesce(sum(${BILLED_SEGMENTS}), 0)::int as segments, coalesce(sum(${BILLED_MEDIA}), 0)::int as "mediaMessages"
    from messages m
    where m.tenant_id = ${tx.tenantId} and m.is_outgoing and m.type in ('text', 'media')
      and m.created_at >= ${since}::timestamptz and ${IS_BILLED}`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('The count query returned no row.')
  return { sinceUtc: since, ...counts }
}
