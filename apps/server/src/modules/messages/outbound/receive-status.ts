import type { TenantTx } from '../../../platform/database/database.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { changeDeliveries, toDeliveryStatus } from './change-delivery.ts'
import { sendSpec } from './delivery-jobs.ts'
import type { DeliveryChange } from './plan-delivery.ts'

export interface StatusReport {
  providerSid: string
  status: string
  errorCode: number | null
  /** From the callback URL; absent when we fetched the status by the carrier's id. */
  messageId: string | null
}

/** Stores a delivery report, each status once, and advances the message's status if the ladder allows. */
export async function receiveStatus(
  deps: ConversationDeps,
  tx: TenantTx,
  report: StatusReport,
): Promise<'changed' | 'unchanged'> {
  const changed = await receiveStatuses(deps, tx, [report])
  return changed.size > 0 ? 'changed' : 'unchanged'
}

/** The same for several reports, in their order. Returns the ids of the messages that changed. */
export async function receiveStatuses(
  deps: ConversationDeps,
  tx: TenantTx,
  reports: readonly StatusReport[],
): Promise<Set<string>> {
  const messages = await findMessages(tx, reports)
  const matched = reports.flatMap((report) => {
    const message = messages.find(({ id, providerSid }) =>
      report.messageId ? id === report.messageId : providerSid === report.providerSid,
    )
    const status = toDeliveryStatus(report.status)
    return message && status ? [{ report, message, status }] : []
  })
  if (matched.length === 0) return new Set()
  const stored = await tx
    .insertInto('messageStatuses')
    .values(
      matched.map(({ report: { status, providerSid, errorCode }, message }) => ({
        ...{ tenantId: tx.tenantId, messageId: message.id, status, providerSid, errorCode, receivedAt: tx.now() },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['messageId', 'providerSid', 'status'])
    .execute()
  const isNew = new Set(stored.map(keyOf))
  const changes = matched.flatMap(({ report, message, status }): DeliveryChange[] => {
    // The first of two equal reports counts.
    if (!isNew.delete(keyOf({ ...report, messageId: message.id }))) return []
    return [{ messageId: message.id, status, providerSid: report.providerSid, errorCode: report.errorCode }]
  })
  const changed = new Set<string>()
  for (const round of toRounds(changes)) for (const id of await changeDeliveries(deps, tx, round)) changed.add(id)
  // The job that sent it may have died, so continue with the messages queued behind it.
  const continued = messages.filter(({ id, providerSid }) => changed.has(id) && providerSid === null)
  if (continued.length > 0)
    await enqueue(tx, ...continued.map(({ conversationId }) => sendSpec({ tenantId: tx.tenantId, conversationId })))
  return changed
}

const keyOf = ({ messageId, providerSid, status }: { messageId: string; providerSid: string; status: string }) =>
  `${messageId}|${providerSid}|${status}`

/** The messages that reports are about. */
async function findMessages(tx: TenantTx, reports: readonly StatusReport[]) {
  const ids = reports.flatMap(({ messageId }) => messageId ?? [])
  const sids = reports.flatMap(({ messageId, providerSid }) => (messageId ? [] : [providerSid]))
  const find = (column: 'id' | 'providerSid', values: string[]) =>
    values.length === 0
      ? []
      : tx
          .selectFrom('messages')
          .where('tenantId', '=', tx.tenantId)
          .where(column, 'in', values)
          .select(['id', 'conversationId', 'providerSid'])
          .execute()
  return [...(await find('id', ids)), ...(await find('providerSid', sids))]
}

/** Changes of different messages, those of one message in successive rounds. */
function toRounds(changes: readonly DeliveryChange[]): DeliveryChange[][] {
  const rounds: DeliveryChange[][] = []
  const counts = new Map<string, number>()
  for (const change of changes) {
    const round = counts.get(change.messageId) ?? 0
    counts.set(change.messageId, round + 1)
    rounds[round] ??= []
    rounds[round].push(change)
  }
  return rounds
}
