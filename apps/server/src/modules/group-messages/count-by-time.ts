import { CAMPAIGN_TREND_KINDS, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { BILLED_MEDIA, BILLED_SEGMENTS } from '../messages/index.ts'
import { visibleRecipients, withResponse } from './outcomes.ts'
import { isInRange, type RecipientRange } from './recipient-range.ts'

export const TIME_COUNT_KINDS = [...CAMPAIGN_TREND_KINDS, 'segments', 'media'] as const

/** People by what they did or got; for `segments` and `media`, what carriers bill of the texts sent in the period. */
export interface TimeCount {
  kind: (typeof TIME_COUNT_KINDS)[number]
  /** Start of the period. */
  at: string
  n: number
}

/**
 * Counts by period what became of the sent recipients of group messages, as far as the viewer may see them. The time of
 * a reply and of an opt-out is looked up only for those who have one.
 */
export async function countByTime(
  tx: TenantTx,
  viewer: Viewer,
  ids: readonly string[],
  { bucketMinutes, range }: { bucketMinutes: number; range?: RecipientRange },
): Promise<TimeCount[]> {
  const [sent, delivered, clicked, replied, optedOut, segments, media] = TIME_COUNT_KINDS
  const { rows } = await sql<TimeCount>`
    select k.kind, date_bin(${bucketMinutes} * interval '1 minute', k.at, '2000-01-01Z'::timestamptz) as at, sum(k.n)::int as n
    from ${visibleRecipients(tx, viewer)} ${withResponse(tx)}
    left join lateral (
      select min(d.received_at) as at from message_statuses d
      where d.tenant_id = ${tx.tenantId} and d.message_id = r.message_id and d.status in ('delivered', 'read')
        and m.delivery_status in ('delivered', 'read')
    ) d on true
    left join lateral (
      select min(l.first_clicked_at) as at from short_links l
      where l.tenant_id = ${tx.tenantId} and l.message_id = r.message_id
    ) l on true
    left join lateral (
      select x.created_at as at from messages x
      where reply.has and x.tenant_id = ${tx.tenantId} and x.conversation_id = m.conversation_id and x.index > m.index
        and not x.is_outgoing and x.type in ('text', 'media')
      order by x.index limit 1
    ) a on true
    left join lateral (
      select min(e.created_at) as at from consent_events e
      where opt_out.has and e.tenant_id = ${tx.tenantId} and e.contact_phone = t.phone and e.kind = 'opt-out'
        and e.created_at >= m.created_at
    ) o on true
    cross join lateral (
      values (${sent}, r.handled_at, 1), (${delivered}, d.at, 1), (${clicked}, l.at, 1), (${replied}, a.at, 1),
        (${optedOut}, o.at, 1), (${segments}, r.handled_at, ${BILLED_SEGMENTS}), (${media}, r.handled_at, ${BILLED_MEDIA})
    ) k (kind, at, n)
    where r.tenant_id = ${tx.tenantId} and r.group_message_id = any(${[...ids]}::uuid[]) and r.state = 'sent'
      and k.at is not null and k.n > 0
      ${range ? sql`and ${isInRange(range)}` : sql``}
    group by 1, 2 order by 2`.execute(tx)
  return rows
}
