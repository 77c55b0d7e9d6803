import type { SubscriptionChange } from '@frontdesk/contract/api'
import type { TenantTx } from '../../platform/database/database.ts'
import { type Push, TEAM_ROOM } from '../../platform/realtime/realtime.ts'
import { recordAudit } from '../audit/index.ts'
import { subscriptionChanged } from './events.ts'

/** Changes the subscription of a business and notifies its open screens. */
export async function setSubscription(
  { push }: { push: Push },
  tx: TenantTx,
  { hasAIAutomatedReplies, hasAIBookingAssistant, hasAIVoiceCalls, ...change }: SubscriptionChange,
  at: string,
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      ...change,
      hasAiAutomatedReplies: hasAIAutomatedReplies,
      hasAiBookingAssistant: hasAIBookingAssistant,
      hasAiVoiceCalls: hasAIVoiceCalls,
      changedAt: at,
    })
    .where('tenantId', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  const id = await subscriptionChanged.record(tx, { at })
  const { subscriptionName, status } = change
  await recordAudit(tx, {
    action: 'subscription.changed',
    actor: null,
    subject: subscriptionName,
    data: { status },
    at,
  })
  tx.afterCommit(() => push(tx.tenantId, [TEAM_ROOM], { type: 'subscription.changed', id, at }))
}
