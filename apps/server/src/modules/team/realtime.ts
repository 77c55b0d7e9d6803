import { TEAM_ROOM } from '../visibility/index.ts'
import type { TeamDeps } from './deps.ts'

/** Publishes that the team has changed; clients refetch what they may see. */
export function publishTeamChanged(
  { push, now }: Pick<TeamDeps, 'push' | 'now'>,
  tenantId: string,
  { isRenamed = false, isRedistributed = false } = {},
): void {
  push(tenantId, [TEAM_ROOM], { type: 'team.changed', id: null, at: now() })
  // Conversations include the assignee's name.
  if (isRenamed || isRedistributed) push(tenantId, [TEAM_ROOM], { type: 'conversations.changed', id: null, at: now() })
}
