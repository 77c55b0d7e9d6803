import { verify } from '@node-rs/argon2'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { queueMail } from '../mail/index.ts'
import { consumeLink, findLinkForPurpose, invalidateLinks } from './account-links.ts'
import type { AccountDeps } from './deps.ts'
import { passwordChangedMail } from './emails.ts'
import { hashPassword } from './hash-password.ts'
import { findLoginOf } from './queries.ts'
import { revokeSessionsOfLogin } from './revoke-sessions.ts'
import type { Caller } from './sign-in.ts'

/** Sets a new password using an emailed link. Ends all sessions of the login, in every business. */
export async function changePasswordByLink(
  deps: AccountDeps,
  caller: Caller,
  { id, newPassword }: { id: string; newPassword: string },
): Promise<void> {
  await deps.limits.countLink(caller.address)
  const at = deps.now()
  const link = await findLinkForPurpose(deps.database.directory, { token: id, purpose: 'reset-password', now: at })
  const { loginId } = link
  if (!loginId) throw new AppError('LinkUnknown')
  const passwordHash = await hashPassword(newPassword, link.email)
  const ended = await deps.database.inTenant(link, async (tx) => {
    await consumeLink(tx, id, at)
    const login = await tx
      .selectFrom('directory.logins')
      .where('id', '=', loginId)
      .select('verifiedAt')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (login.verifiedAt === null) {
      // Two-step sign-in was set up without proof of owning the address; opening the emailed link is that proof.
      await tx.deleteFrom('directory.twoStep').where('loginId', '=', loginId).execute()
    }
    await tx
      .updateTable('directory.logins')
      .set({ passwordHash, verifiedAt: login.verifiedAt ?? at })
      .where('id', '=', loginId)
      .execute()
    await recordPasswordChange(tx, { userId: link.userId, email: link.email, action: 'password.reset', caller, at })
    return revokeSessionsOfLogin(tx, loginId, at)
  })
  for (const sessionId of ended) deps.endSession(sessionId)
  await deps.limits.clearSignIns(link.email)
}

/** Changes the caller's own password and ends all their other sessions. */
export async function changeOwnPassword(
  deps: AccountDeps,
  actor: Actor,
  caller: Caller,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<void> {
  const login = await findLoginOf(deps.database.directory, actor.sessionId)
  await deps.limits.countPassword(login.id)
  if (!(await verify(login.passwordHash, oldPassword))) throw new AppError('WrongPassword')
  await deps.limits.clearPasswordAttempts(login.id)
  const passwordHash = await hashPassword(newPassword, login.email ?? actor.email)
  const at = deps.now()
  const ended = await deps.database.inTenant(actor, async (tx) => {
    await tx.updateTable('directory.logins').set({ passwordHash }).where('id', '=', login.id).execute()
    const { userId } = actor
    const email = login.email ?? actor.email
    await recordPasswordChange(tx, { userId, email, action: 'password.changed', caller, at })
    return revokeSessionsOfLogin(tx, login.id, at, actor.sessionId)
  })
  for (const sessionId of ended) deps.endSession(sessionId)
}

async function recordPasswordChange(
  tx: TenantTx,
  {
    userId,
    email,
    action,
    caller,
    at,
  }: { userId: string; email: string; action: 'password.reset' | 'password.changed'; caller: Caller; at: string },
): Promise<void> {
  for (const purpose of ['reset-password', 'change-email'] as const) {
    await invalidateLinks(tx, { tenantId: tx.tenantId, userId, purpose, at })
  }
  const user = await tx
    .selectFrom('users')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', userId)
    .select('displayName')
    .executeTakeFirst()
  const displayName = user?.displayName ?? email
  await recordAudit(tx, { action, actor: { userId, displayName }, subject: displayName, address: caller.address, at })
  await queueMail(tx, { to: email, mail: passwordChangedMail({ at }), at })
}
