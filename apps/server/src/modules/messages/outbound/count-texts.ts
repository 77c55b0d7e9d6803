import type { TextUsage } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { TenantTx } from '../../../platform/database/database.ts'
import { findOldestLocation } from '../../locations/index.ts'

/** Counts the texts that the carrier got from the business since the month began, delivered or not: it bills both. */
export async function countTextsOfMonth(tx: TenantTx, actor: Actor): Promise<TextUsage> {
  const zone = (await findOldestLocation(tx, actor))?.timeZone ?? 'UTC'
  const today = Temporal.Instant.from(tx.now()).toZonedDateTimeISO(zone).toPlainDate()
  const since = today.with({ day: 1 }).toZonedDateTime(zone).toInstant().toString({ smallestUnit: 'millisecond' })
  const { rows } = await sql<Omit<TextUsage, 'sinceUtc'>>`
    select count(*) filter (where m.type = 'text')::int as texts,
      coalesce(sum(m.segments) filter (where m.type = 'text'), 0)::int as segments,
      (count(*) filter (where m.type = 'media'))::int as "mediaMessages"
    from messages m
    where m.tenant_id = ${tx.tenantId} and m.is_outgoing and m.type in ('text', 'media')
      and m.created_at >= ${since}::timestamptz and m.delivery_status not in ('queued', 'sending', 'failed')`.execute(
    tx,
  )
  const [counts] = rows
  if (!counts) throw new Error('The count query returned no row.')
  return { sinceUtc: since, ...counts }
}
