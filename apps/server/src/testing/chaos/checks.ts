import type { Arrival } from './carrier.ts'
import type { Load } from './load.ts'
import type { SystemUnderTest } from './system.ts'

export interface Verdict {
  inbound: number
  outbound: number
  /** Accepted messages shown as failed or as unknown. */
  visiblyFailed: number
  /** Accepted messages still in flight; must be 0 once everything has settled. */
  pending: number
  /** One sentence for each violated guarantee. */
  violations: string[]
}

/** Compares what the server stored and what the carrier received with what the server acknowledged. */
export async function checkGuarantees(system: SystemUnderTest, load: Load, hasSettled: boolean): Promise<Verdict> {
  // A snapshot: messages acknowledged during the check belong to the next one.
  const [acknowledged, accepted] = [[...load.acknowledged], [...load.accepted]]
  const { received, duplicatedBodies, sent, gaps, wrongTotals } = await system.withOwner(async (client) => {
    const rows = async <Row>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as Row[]
    return {
      received: await rows<{ sid: string; n: number }>(
        `select s.sid, count(m.id)::int as n from unnest($1::text[]) s (sid)
         left join messages m on m.provider_sid = s.sid and not m.is_outgoing group by 1 having count(m.id) <> 1`,
        [acknowledged.map(({ sid }) => sid)],
      ),
      duplicatedBodies: await rows<{ body: string }>(
        `select body from messages where body ~ '^(In|Out) [0-9]+$' group by body having count(*) > 1`,
      ),
      sent: await rows<{ id: string; status: string; reason: string | null; canRetry: boolean }>(
        `select id, delivery_status as status, error_reason as reason, can_retry as "canRetry" from messages
         where id = any($1::uuid[])
         union all
         select id, 'scheduled', null, false from scheduled_messages where id = any($1::uuid[]) and state in ('waiting', 'held')`,
        [accepted.map(({ id }) => id)],
      ),
      gaps: await rows(
        'select conversation_id from messages group by 1 having max(index) <> count(*) or min(index) <> 1',
      ),
      wrongTotals: await rows(WRONG_TOTALS),
    }
  })
  const arrivalCounts = countByBody(system.carrier.arrivals)
  const byId = new Map(sent.map((message) => [message.id, message]))
  const violations = [
    ...received.map(({ sid, n }) => `lost or duplicated: the acknowledged text ${sid} is stored ${n} times`),
    ...duplicatedBodies.map(({ body }) => `duplicated: "${body}" is stored more than once`),
    ...[...arrivalCounts]
      .filter(([, n]) => n > 1)
      .map(([body, n]) => `duplicated: the carrier got "${body}" ${n} times`),
    ...(gaps.length > 0 ? [`${gaps.length} conversations have gaps in their numbering`] : []),
    ...(wrongTotals.length > 0 ? [`${wrongTotals.length} maintained totals differ from the counted ones`] : []),
  ]
  let [visiblyFailed, pending] = [0, 0]
  for (const { id, body } of accepted) {
    const message = byId.get(id)
    const n = arrivalCounts.get(body) ?? 0
    if (!message) violations.push(`lost: the accepted message "${body}" is not stored`)
    else if (message.status === 'failed' || message.status === 'unknown') {
      visiblyFailed += 1
      if (message.status === 'failed' && !message.canRetry) violations.push(`"${body}" failed without a retry`)
      if (message.status === 'failed' && n > 0) violations.push(`"${body}" is shown as failed, the carrier has it`)
    } else if (n === 0 && ['sent', 'delivered'].includes(message.status))
      violations.push(`lost: "${body}" is ${message.status}, the carrier never got it`)
    else if (!['sent', 'delivered'].includes(message.status)) {
      pending += 1
      if (hasSettled) violations.push(`"${body}" is still ${message.status}`)
    }
  }
  return { inbound: acknowledged.length, outbound: accepted.length, visiblyFailed, pending, violations }
}

const CELL = 'tenant_id, location_id, to_user_id, folder, status_key, is_closed, is_snoozed'

/** One statement sees one snapshot, so the result is correct under load too. */
const WRONG_TOTALS = `
  with counted as (
    select ${CELL}, needs_answer_since is not null, unread_messages > 0, count(*) from conversations
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), maintained as (
    select ${CELL}, is_waiting, is_unread, sum(n)::bigint from conversation_counts
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(n) <> 0
  )
  (table counted except table maintained) union all (table maintained except table counted)`

function countByBody(arrivals: readonly Arrival[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { body } of arrivals) counts.set(body, (counts.get(body) ?? 0) + 1)
  return counts
}
