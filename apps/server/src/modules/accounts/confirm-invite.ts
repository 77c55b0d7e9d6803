import type { AuthResult } from '@frontdesk/contract/api'
import { PASSWORD_MIN_LENGTH } from '@frontdesk/contract/rules'
import { verify } from '@node-rs/argon2'
import { AppError, violates } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { TEAM_ROOM } from '../visibility/index.ts'
import { findLinkFor, useLink } from './account-links.ts'
import type { AccountDeps } from './deps.ts'
import { memberJoined } from './events.ts'
import { hashPassword } from './hash-password.ts'
import { noteDevice } from './known-devices.ts'
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
  const link = await findLinkFor(database.directory, { token: id, purpose: 'invite', email, now: at })
  const known = await findLogin(database.directory, email)
  if (known) {
    const forgive = await countSignIn(deps, caller, email)
    if (!(await verify(known.passwordHash, password))) throw new AppError('WrongCredentials')
    await forgive()
  } else if (password.length < PASSWORD_MIN_LENGTH) throw new AppError('PasswordTooShort')
  const loginId = known?.id ?? newId()
  const passwordHash = known ? null : await hashPassword(password, email)
  const needsCode = known !== undefined && (await hasTwoStep(database.directory, known.id))

  const join = database.inTenant(link, async (tx) => {
    await useLink(tx, id, at)
    if (passwordHash) {
      // The link came by mail, so the address is theirs.
      const values = { id: loginId, email, passwordHash, createdAt: at, verifiedAt: at }
      await tx.insertInto('directory.logins').values(values).execute()
    } else {
      await tx
        .updateTable('directory.logins')
        .set((eb) => ({ verifiedAt: eb.fn.coalesce('verifiedAt', eb.val(at)) }))
        .where('id', '=', loginId)
        .execute()
    }
    const joined = await tx
      .updateTable('users')
      .set((eb) => ({ loginId, invitedAt: null, version: eb('version', '+', 1) }))
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', link.userId)
      .where('removedAt', 'is', null)
      .where('invitedAt', 'is not', null)
      .returning('displayName')
      .executeTakeFirst()
    // Removed, or joined, since the mail was sent.
    if (!joined) throw new AppError('LinkUsed')
    await tx
      .insertInto('directory.memberships')
      .values({ loginId, tenantId: tx.tenantId, userId: link.userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const eventId = await memberJoined.record(tx, { at, actorUserId: link.userId })
    await recordAudit(tx, {
      action: 'member.joined',
      actor: { userId: link.userId, displayName: joined.displayName },
      subject: joined.displayName,
      address: caller.address,
      at,
    })
    tx.afterCommit(() => deps.push(tx.tenantId, [TEAM_ROOM], { type: 'team.changed', id: eventId, at }))
    if (needsCode) return null
    await noteDevice(deps, tx, { loginId, email, caller, at })
    return openSession(deps, tx, { userId: link.userId, loginId, isRemembered: true, caller })
  })
  return join.catch((error) => {
    // The same person got a login in this very moment: the link is good still, with its password.
    throw violates(error, 'logins_email_key') ? new AppError('WrongCredentials') : error
  })
}
