import type { TenantTx } from '../../platform/database/database.ts'
import { TEAM_ROOM } from '../visibility/index.ts'

/** Publishes after commit that the team has changed; clients refetch what they may see. */
export function publishTeamChanged(tx: TenantTx, { isRenamed = false, isRedistributed = false } = {}): void {
  const at = tx.now()
  tx.publish([TEAM_ROOM], { type: 'team.changed', id: null, at })
  // Conversations include the assignee's name.
  if (isRenamed || isRedistributed) tx.publish([TEAM_ROOM], { type: 'conversations.changed', id: null, at })
}
