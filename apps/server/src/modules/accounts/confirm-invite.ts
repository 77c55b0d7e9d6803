import type { AuthResult } from '@frontdesk/contract/api'
import { PASSWORD_MIN_LENGTH } from '@frontdesk/contract/rules'
import { verify } from '@node-rs/argon2'
import { AppError, violates } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { TEAM_ROOM } from '../visibility/index.ts'
import { consumeLink, findLinkForPurpose } from './account-links.ts'
import type { AccountDeps } from './deps.ts'
import { memberJoined } from './events.ts'
import { hashPassword } from './hash-password.ts'
import { rememberDevice } from './known-devices.ts'
import { findLogin } from './queries.ts'
import { openSession } from './sessions.ts'
import { type Caller, countSignIn } from './sign-in.ts'
import { hasTwoStep } from './two-step.ts'

/**
 * Accepts an emailed invitation, with the password of an existing login or a new one, and signs in.
 * A login with two-step sign-in gets no session: its password alone is not enough.
 */
export async function confirmInvite(
  deps: AccountDeps,
  caller: Caller,
  { id, email, password }: { id: string; email: string; password: string },
): Promise<AuthResult | null> {
  const { database, limits } = deps
  await limits.countLink(caller.address)
  const at = deps.now()
  const link = await findLinkForPurpose(database.directory, { token: id, purpose: 'invite', email, now: at })
  const existingLogin = await findLogin(database.directory, email)
  if (existingLogin) {
    const clearAttempt = await countSignIn(deps, caller, email)
    if (!(await verify(existingLogin.passwordHash, password))) throw new AppError('WrongCredentials')
    await clearAttempt()
  } else if (password.length < PASSWORD_MIN_LENGTH) throw new AppError('PasswordTooShort')
  const loginId = existingLogin?.id ?? newId()
  const passwordHash = existingLogin ? null : await hashPassword(password, email)

  const join = database.inTenant(link, async (tx) => {
    await consumeLink(tx, id, at)
    if (passwordHash) {
      // The link arrived by email, which verifies the address.
      const values = { id: loginId, email, passwordHash, createdAt: at, verifiedAt: at }
      await tx.insertInto('directory.logins').values(values).execute()
    } else if (existingLogin) {
      const login = await tx
        .updateTable('directory.logins')
        .set((eb) => ({ verifiedAt: eb.fn.coalesce('verifiedAt', eb.val(at)) }))
        .where('id', '=', loginId)
        .where('passwordHash', '=', existingLogin.passwordHash)
        .returning('id')
        .executeTakeFirst()
      // The password has been changed since it was verified.
      if (!login) throw new AppError('WrongCredentials')
    }
    const member = await tx
      .updateTable('users')
      .set((eb) => ({ loginId, invitedAt: null, version: eb('version', '+', 1) }))
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', link.userId)
      .where('removedAt', 'is', null)
      .where('invitedAt', 'is not', null)
      .returning('displayName')
      .executeTakeFirst()
    // The member was removed or has joined since the email was sent.
    if (!member) throw new AppError('LinkUsed')
    await tx
      .insertInto('directory.memberships')
      .values({ loginId, tenantId: tx.tenantId, userId: link.userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const eventId = await memberJoined.record(tx, { at, actorUserId: link.userId })
    await recordAudit(tx, {
      action: 'member.joined',
      actor: { userId: link.userId, displayName: member.displayName },
      subject: member.displayName,
      address: caller.address,
      at,
    })
    tx.afterCommit(() => deps.push(tx.tenantId, [TEAM_ROOM], { type: 'team.changed', id: eventId, at }))
    if (existingLogin && (await hasTwoStep(tx, loginId))) return null
    await rememberDevice(deps, tx, { loginId, email, caller, at })
    return openSession(deps, tx, { userId: link.userId, loginId, isRemembered: true, caller })
  })
  return join.catch((error) => {
    // A concurrent request created the login. The link still works, with that login's password.
    throw violates(error, 'logins_email_key') ? new AppError('WrongCredentials') : error
  })
}
