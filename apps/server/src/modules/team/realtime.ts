import { TEAM_ROOM } from '../visibility/index.ts'
import type { TeamDeps } from './deps.ts'

/** Tells the open screens of a tenant that its team has changed; what of it they may see, they ask for. */
export function tellTeam(
  { push, now }: Pick<TeamDeps, 'push' | 'now'>,
  tenantId: string,
  { isRenamed = false, isRedistributed = false } = {},
): void {
  push(tenantId, [TEAM_ROOM], { type: 'team.changed', id: null, at: now() })
  // A name stands on every conversation its bearer holds.
  if (isRenamed || isRedistributed) push(tenantId, [TEAM_ROOM], { type: 'conversations.changed', id: null, at: now() })
}
