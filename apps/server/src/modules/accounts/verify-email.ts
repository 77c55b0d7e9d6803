import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError, violates } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { ownRoom } from '../visibility/index.ts'
import { consumeLink, findLink, type StoredLink } from './account-links.ts'
import { applyEmailChange } from './change-email.ts'
import type { AccountDeps } from './deps.ts'
import { loginChanged } from './events.ts'
import { findLoginOf } from './queries.ts'
import { RESEND_VERIFICATION } from './resend-verification.job.ts'
import { revokeSessionsOfLogin } from './revoke-sessions.ts'
import { sendVerification } from './send-verification.ts'

interface Verified {
  /** The business was moved to the login that already has the address. */
  mustSignIn: boolean
  endedSessions: string[]
}

/** Verifies an email address by its emailed link. */
export async function verifyEmail(
  deps: AccountDeps,
  address: string,
  { id, email }: { id: string; email: string },
): Promise<{ mustSignIn: boolean }> {
  await deps.limits.countLink(address)
  const at = deps.now()
  const link = await findLink(deps.database.directory, id, at)
  const { loginId, purpose } = link
  if (link.email !== email || !loginId || (purpose !== 'verify' && purpose !== 'change-email')) {
    throw new AppError('LinkUnknown')
  }
  const { mustSignIn, endedSessions } = await deps.database
    .inTenant(link, async (tx): Promise<Verified> => {
      await consumeLink(tx, id, at)
      const { userId } = link
      const eventId = await loginChanged.record(tx, { at, audienceUserId: userId })
      tx.afterCommit(() => deps.push(tx.tenantId, [ownRoom(userId)], { type: 'login.changed', id: eventId, at }))
      if (purpose === 'change-email') {
        await applyEmailChange(tx, { ...link, loginId }, at)
        return { mustSignIn: false, endedSessions: [] }
      }
      return applyVerification(tx, { ...link, loginId }, at)
    })
    .catch((error) => {
      // A concurrent request confirmed the same address.
      throw violates(error, 'logins_email_key') ? new AppError('LinkUsed') : error
    })
  for (const sessionId of endedSessions) deps.endSession(sessionId)
  return { mustSignIn }
}

async function applyVerification(
  tx: TenantTx,
  { loginId, userId, email }: StoredLink & { loginId: string },
  at: string,
): Promise<Verified> {
  // Lock both logins that claim the address in id order, so that concurrent verifications don't deadlock.
  const logins = await tx
    .selectFrom('directory.logins')
    .where(({ eb, or }) => or([eb('id', '=', loginId), eb('email', '=', email)]))
    .orderBy('id')
    .select(['id', 'email', 'verifiedAt'])
    .forUpdate()
    .execute()
  const login = logins.find((login) => login.id === loginId)
  const other = logins.find((login) => login.id !== loginId)
  if (!login || (login.email !== null && login.email !== email)) throw new AppError('LinkUnknown')
  const applyAddress = () =>
    tx
      .updateTable('directory.logins')
      .set({ email, pendingEmail: null, verifiedAt: at })
      .where('id', '=', loginId)
      .execute()

  if (!other) {
    await applyAddress()
    return { mustSignIn: false, endedSessions: [] }
  }
  if (other.verifiedAt === null) {
    // The other login never verified the address, so this one gets it. The other can still verify it by its own link.
    await tx
      .updateTable('directory.logins')
      .set({ email: null, pendingEmail: email })
      .where('id', '=', other.id)
      .execute()
    await applyAddress()
    await enqueue(tx, { identifier: RESEND_VERIFICATION, payload: { loginId: other.id }, jobKey: `verify:${other.id}` })
    return { mustSignIn: false, endedSessions: [] }
  }
  // Merge the second login into the first. Its sessions end, because the link may have been opened by someone else.
  const endedSessions = await revokeSessionsOfLogin(tx, loginId, at)
  await tx
    .updateTable('users')
    .set({ loginId: other.id })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', userId)
    .execute()
  await tx.updateTable('directory.memberships').set({ loginId: other.id }).where('loginId', '=', loginId).execute()
  await tx.updateTable('directory.accountLinks').set({ loginId: other.id }).where('loginId', '=', loginId).execute()
  await tx.deleteFrom('directory.logins').where('id', '=', loginId).execute()
  return { mustSignIn: true, endedSessions }
}

/** Emails the caller another link, at most a few an hour. */
export async function resendVerification(deps: AccountDeps, actor: Actor, address: string): Promise<void> {
  const login = await findLoginOf(deps.database.directory, actor.sessionId)
  const email = login.email ?? login.pendingEmail
  if (login.verifiedAt !== null || email === null) return
  await deps.limits.countLinkMail(email, address)
  await deps.database.inTenant(actor, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .innerJoin('tenants', 'tenants.tenantId', 'users.tenantId')
      .where('users.tenantId', '=', tx.tenantId)
      .where('tenants.tenantId', '=', tx.tenantId)
      .where('users.id', '=', actor.userId)
      .select(['firstName', 'tenants.name'])
      .executeTakeFirstOrThrow()
    await sendVerification(
      deps,
      tx,
      {
        loginId: login.id,
        userId: actor.userId,
        email,
        firstName: user.firstName,
        addedTenantName: login.email === null ? user.name : null,
      },
      deps.now(),
    )
  })
}
