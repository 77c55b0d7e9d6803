import type { OriginSender } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { findRunOf } from '../automations/index.ts'
import type { GroupMessageOrigin } from '../group-messages/index.ts'
import { findScheduled } from '../messages/index.ts'
import { findMessages } from '../threads/index.ts'
import { seesScope } from '../visibility/index.ts'
import type { SentMessage } from './access.ts'

/** Finds who or what sent a message. */
export async function findSender(
  tx: TenantTx,
  actor: Actor,
  message: SentMessage,
  groupMessage: GroupMessageOrigin | undefined,
): Promise<OriginSender> {
  if (groupMessage) return toBulkSender(actor, groupMessage)
  const run = await findRunOf(tx, actor, message.id)
  if (run) {
    const { automationId, kind, triggeredAt } = run
    return {
      kind: 'automation',
      name: message.author,
      automationID: automationId,
      trigger: kind,
      triggeredOnUtc: triggeredAt,
    }
  }
  const [scheduled] = await findScheduled(tx, [message.id])
  if (message.authorUserId !== null || scheduled) {
    const isScheduled = scheduled?.kind === 'scheduled'
    return {
      kind: 'teammate',
      name: message.author,
      scheduledForUtc: isScheduled ? scheduled.sendAt : null,
      scheduledOnUtc: isScheduled ? scheduled.createdAt : null,
    }
  }
  return {
    kind: 'auto-reply',
    cause: message.origin?.cause ?? null,
    repliesTo: await findRepliedTo(tx, message),
  }
}

function toBulkSender(actor: Actor, groupMessage: GroupMessageOrigin): OriginSender {
  const { kind, id, author, startedAt, isVisible, locationId, groupId, groupName, campaignId, step } = groupMessage
  const common = { author, startedOnUtc: startedAt }
  switch (kind) {
    case 'campaign': {
      const isCampaignVisible = isVisible && seesScope(actor, locationId)
      const { variant, variantCount } = groupMessage
      const campaign = isCampaignVisible ? { id: campaignId ?? id, name: groupName ?? '' } : null
      return { kind, ...common, campaign, step, variant, variantCount }
    }
    case 'group': {
      const groupSid = groupId === null ? null : toSid('GC', groupId)
      return { kind, ...common, groupMessage: isVisible ? { id, groupSid, name: groupName ?? '' } : null }
    }
    case 'bulk':
    case 'review-invite':
      return { kind, ...common }
  }
}

/** The message of the contact that an automatic reply answers, if it is still in the same conversation. */
async function findRepliedTo(
  tx: TenantTx,
  { origin, conversationId }: SentMessage,
): Promise<Extract<OriginSender, { kind: 'auto-reply' }>['repliesTo']> {
  const [message] = origin?.repliesTo === undefined ? [] : await findMessages(tx, [origin.repliesTo])
  if (message?.conversationId !== conversationId) return null
  return { sid: toSid('IM', message.id), text: message.body }
}
