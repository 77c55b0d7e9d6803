import type { AudienceRule, MessageOrigin, StoredAudienceRule } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { GroupMessageOrigin } from '../group-messages/index.ts'
import { findGroups } from '../groups/index.ts'
import { seesScope } from '../visibility/index.ts'

/** The rules that selected the recipients of a group message; null if none are stored or the viewer may not see it. */
export async function toAudience(
  tx: TenantTx,
  actor: Actor,
  { audience, ruleIndex, isVisible, authorUserId }: GroupMessageOrigin,
): Promise<MessageOrigin['audience']> {
  if (!audience || !isVisible) return null
  const groupIds = audience.rules.flatMap((rule) => (rule.kind === 'group' ? rule.id : []))
  const groups = groupIds.length === 0 ? [] : await findGroups(tx, actor, groupIds)
  const isAuthor = authorUserId === actor.userId
  const rules = audience.rules.map((rule) => toRule(actor, rule, { isAuthor, groupIds: groups.map(({ id }) => id) }))
  return { rules, ruleIndex, excludesOpenConversations: audience.excludesOpenConversations }
}

/** A segment that was not shared is hidden from everyone but the author, and a group from those of other locations. */
function toRule(
  actor: Actor,
  rule: StoredAudienceRule,
  { isAuthor, groupIds }: { isAuthor: boolean; groupIds: readonly string[] },
): AudienceRule {
  if (rule.kind === 'segment') {
    const { isShared, ...segment } = rule
    return isShared || isAuthor ? segment : { ...segment, name: null, criteria: null }
  }
  if (rule.kind !== 'group') return rule
  const { id, locationId, ...group } = rule
  const groupSid = groupIds.includes(id) ? toSid('GC', id) : null
  return seesScope(actor, locationId)
    ? { ...group, groupSid }
    : { ...group, name: null, criteria: null, groupSid: null }
}
