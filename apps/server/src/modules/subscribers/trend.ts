import type { SubscriberTrend } from '@frontdesk/contract/api'
import { SUBSCRIBER_TREND_MAX, type SubscriberTrendDays } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { isContactVisible, seesEverything } from '../visibility/index.ts'

interface TrendQuery {
  days: SubscriberTrendDays
  timeZone: string
  locationIDs?: string[] | undefined
}

interface DayCount {
  day: string
  joined: number
  left: number
}

interface TrendRow {
  /** When the last one that is not counted joined or left. */
  cutAt: string | null
  points: DayCount[]
}

/** Pending people have not joined. */
const JOINED = ['subscribed', 'unsubscribed', 'removed'] as const

/** SQL: the subscribers of a state who joined since `from`, the last ones first. */
const selectJoined = (tx: TenantTx, state: (typeof JOINED)[number], from: string): RawBuilder<unknown> => sql`
  (select s.phone, s.joined_at as at, true as has_joined from subscribers s
   where s.tenant_id = ${tx.tenantId} and s.state = ${state} and s.joined_at >= ${from}::timestamptz
   order by s.joined_at desc, s.phone desc limit ${SUBSCRIBER_TREND_MAX + 1})`

/**
 * Counts by day who joined and who left. Someone who left and joined again has joined, once. Only the last ones in each
 * direction are read, so that an import of any size takes no longer; the day on which that ends is left out. For those
 * who see only some of them that day would reveal how many others there are: they get all days, marked as partial.
 */
export async function countSubscriberTrend(
  tx: TenantTx,
  actor: Actor,
  { days, timeZone, locationIDs }: TrendQuery,
): Promise<SubscriberTrend> {
  const today = Temporal.Instant.from(tx.now()).toZonedDateTimeISO(timeZone)
  const firstDay = today.toPlainDate().subtract({ days: days - 1 })
  const from = firstDay.toZonedDateTime(timeZone).toInstant().toString()
  const isHere = locationIDs ? sql`t.location_id = any(${locationIDs}::uuid[])` : sql`true`
  const parts = [
    ...JOINED.map((state) => selectJoined(tx, state, from)),
    sql`
      (select s.phone, s.left_at as at, false as has_joined from subscribers s
       where s.tenant_id = ${tx.tenantId} and s.left_at >= ${from}::timestamptz and s.state in ('unsubscribed', 'removed')
       order by s.left_at desc limit ${SUBSCRIBER_TREND_MAX + 1})`,
  ]
  const { rows } = await sql<TrendRow>`
    with read as materialized (
      select * from (${sql.join(parts, sql` union all `)}) w order by at desc limit ${SUBSCRIBER_TREND_MAX + 1}
    )
    select (select s.at from read s order by s.at desc limit 1 offset ${SUBSCRIBER_TREND_MAX}) as "cutAt",
      coalesce((select jsonb_agg(d order by d.day) from (
        select to_char(s.at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
          count(*) filter (where s.has_joined) as joined, count(*) filter (where not s.has_joined) as "left"
        from read s
        cross join lateral (
          select coalesce(r.main_id, r.id) as id from contacts r
          where r.tenant_id = ${tx.tenantId} and r.phone = s.phone limit 1
        ) r
        cross join lateral (select t.* from contacts t where t.tenant_id = ${tx.tenantId} and t.id = r.id limit 1) t
        where ${isHere} and ${isContactVisible(tx, actor)}
        group by 1
      ) d), '[]') as points`.execute(tx)
  const [{ cutAt = null, points = [] } = {}] = rows
  if (cutAt === null || !seesEverything(actor))
    return { points, fromDay: firstDay.toString(), isPartial: cutAt !== null }
  const cutDay = Temporal.Instant.from(cutAt).toZonedDateTimeISO(timeZone).toPlainDate()
  const fromDay = cutDay.add({ days: 1 }).toString()
  return { points: points.filter(({ day }) => day >= fromDay), fromDay, isPartial: false }
}
