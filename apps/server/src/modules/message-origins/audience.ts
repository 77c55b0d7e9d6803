import type { AudienceRule, MessageOrigin, StoredAudienceRule } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { type GroupMessageOrigin, seesRule } from '../group-messages/index.ts'
import { findGroups } from '../groups/index.ts'

/** The rules that selected the recipients of a group message; null if none are stored or the viewer may not see it. */
export async function toAudience(
  tx: TenantTx,
  actor: Actor,
  { audience, ruleIndex, isVisible, authorUserId }: GroupMessageOrigin,
): Promise<MessageOrigin['audience']> {
  if (!audience || !isVisible) return null
  const groupIds = audience.rules.flatMap((rule) => (rule.kind === 'group' ? rule.id : []))
  const groups = groupIds.length === 0 ? [] : await findGroups(tx, actor, groupIds)
  const shownIds = groups.map(({ id }) => id)
  const rules = audience.rules.map((rule) => toRule(rule, shownIds, seesRule(actor, rule, authorUserId)))
  return { rules, ruleIndex, excludesOpenConversations: audience.excludesOpenConversations }
}

/** Hides the name and criteria of a rule that the viewer may not see. */
function toRule(rule: StoredAudienceRule, shownGroupIds: readonly string[], isSeen: boolean): AudienceRule {
  if (rule.kind === 'segment') {
    const { isShared: _, ...segment } = rule
    return isSeen ? segment : { ...segment, name: null, criteria: null }
  }
  if (rule.kind !== 'group') return rule
  const { id, locationId: _, ...group } = rule
  const groupSid = shownGroupIds.includes(id) ? toSid('GC', id) : null
  return isSeen ? { ...group, groupSid } : { ...group, name: null, criteria: null, groupSid: null }
}
