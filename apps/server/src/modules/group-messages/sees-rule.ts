import type { StoredAudienceRule } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { seesScope } from '../visibility/index.ts'

/**
 * Whether the viewer may see a rule of a group message. A segment that was not shared is hidden from everyone but the
 * author, and a group from those of other locations.
 */
export function seesRule(viewer: Viewer, rule: StoredAudienceRule, authorUserId: string): boolean {
  if (rule.kind === 'segment') return rule.isShared || authorUserId === viewer.userId
  return rule.kind !== 'group' || seesScope(viewer, rule.locationId)
}
