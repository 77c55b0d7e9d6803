import type { SessionView } from '@frontdesk/contract/api'
import type { ChangeableRole } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findSessionView } from '../accounts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { findMember } from './queries.ts'

/**
 * Lets an owner view as a member or a role. Stored with the session, so that lists, counts, files and live connections
 * follow; `createApi` refuses every change meanwhile.
 */
export async function startViewAs(
  tx: TenantTx,
  actor: Actor,
  { userID, roleName }: { userID?: string | undefined; roleName?: ChangeableRole | undefined },
): Promise<SessionView> {
  if (userID === (actor.viewingAs?.byUserID ?? actor.userId)) throw new AppError('OwnMembership')
  const member = userID === undefined ? undefined : await findMember(tx, userID)
  if (userID !== undefined && !member) throw new AppError('MemberNotFound')
  await updateSession(tx, actor, { viewAsUserId: userID ?? null, viewAsRole: roleName ?? null })
  await recordAudit(tx, {
    action: 'view-as.started',
    actor,
    subject: member?.displayName ?? roleName ?? '',
    data: { role: member?.roleName ?? roleName ?? null },
    at: tx.now(),
  })
  return getSessionView(tx, actor)
}

/** Returns the session to the owner's own view. */
export async function endViewAs(tx: TenantTx, actor: Actor): Promise<SessionView> {
  await updateSession(tx, actor, { viewAsUserId: null, viewAsRole: null })
  return getSessionView(tx, actor)
}

const updateSession = (
  tx: TenantTx,
  actor: Actor,
  view: { viewAsUserId: string | null; viewAsRole: ChangeableRole | null },
) => tx.updateTable('directory.sessions').set(view).where('id', '=', actor.sessionId).execute()

async function getSessionView(tx: TenantTx, actor: Actor): Promise<SessionView> {
  const view = await findSessionView(tx, actor.sessionId)
  if (!view) throw new AppError('NotSignedIn')
  return view
}
