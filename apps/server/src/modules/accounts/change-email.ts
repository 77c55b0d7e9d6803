import { verify } from '@node-rs/argon2'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { recordAudit } from '../audit/index.ts'
import { queueMail } from '../mail/index.ts'
import { createAccountLink, type StoredLink } from './account-links.ts'
import type { AccountDeps } from './deps.ts'
import { addressInUseMail, linkUrl, newAddressMail, oldAddressMail } from './emails.ts'
import { findLogin, findLoginOf } from './queries.ts'

const SPREAD_EMAIL = 'spread-email'

/** Requests a new sign-in address. The new address must be confirmed, and the old one is notified. */
export async function requestEmailChange(
  deps: AccountDeps,
  actor: Actor,
  address: string,
  { newEmail, password }: { newEmail: string; password: string },
): Promise<void> {
  const login = await findLoginOf(deps.database.directory, actor.sessionId)
  await deps.limits.countPassword(login.id)
  if (!(await verify(login.passwordHash, password))) throw new AppError('WrongPassword')
  await deps.limits.clearPasswordAttempts(login.id)
  await deps.limits.countLinkMail(newEmail, address)
  const oldEmail = login.email ?? login.pendingEmail ?? actor.email
  if (newEmail === oldEmail) return
  const existingLogin = await findLogin(deps.database.directory, newEmail)
  const at = deps.now()
  await deps.database.inTenant(actor, async (tx) => {
    await queueMail(tx, { to: oldEmail, mail: oldAddressMail({ newEmail, isDone: false }), at })
    if (existingLogin) {
      // The response doesn't reveal that the address is in use; its owner is notified instead.
      await queueMail(tx, { to: newEmail, mail: addressInUseMail(), at })
      return
    }
    const { token, expiresAt } = await createAccountLink(tx, {
      purpose: 'change-email',
      loginId: login.id,
      tenantId: tx.tenantId,
      userId: actor.userId,
      email: newEmail,
      at,
    })
    const mail = newAddressMail({ url: linkUrl(deps.publicUrl(), 'change-email', token, newEmail) })
    await queueMail(tx, { to: newEmail, mail, expiresAt, at })
  })
}

/** Applies the confirmed new address to a login. */
export async function applyEmailChange(
  tx: TenantTx,
  { loginId, userId, email }: StoredLink & { loginId: string },
  at: string,
): Promise<void> {
  const previous = await tx
    .selectFrom('directory.logins')
    .where('id', '=', loginId)
    .select(['email', 'pendingEmail'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Another login confirmed the address in the meantime.
  if (!previous || (await findLogin(tx, email))) throw new AppError('LinkUsed')
  await tx
    .updateTable('directory.logins')
    // Dev admins are configured by email address, so the flag doesn't carry over.
    .set({ email, pendingEmail: null, verifiedAt: at, isDevAdmin: false })
    .where('id', '=', loginId)
    .execute()
  const user = await tx
    .updateTable('users')
    .set({ email })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', userId)
    .returning('displayName')
    .executeTakeFirst()
  const displayName = user?.displayName ?? email
  await recordAudit(tx, { action: 'email.changed', actor: { userId, displayName }, subject: email, at })
  const old = previous.email ?? previous.pendingEmail
  if (old) await queueMail(tx, { to: old, mail: oldAddressMail({ newEmail: email, isDone: true }), at })
  await enqueue(tx, { identifier: SPREAD_EMAIL, payload: { loginId } })
}

/** Copies a login's address to its user in every business. Safe to run twice. */
export const spreadEmail = defineJob({
  name: SPREAD_EMAIL,
  lane: 'default',
  payload: z.object({ loginId: z.uuid() }),
  run: async ({ database }: AccountDeps, { loginId }) => {
    const memberships = await database.directory
      .selectFrom('directory.memberships')
      .innerJoin('directory.logins', 'directory.logins.id', 'loginId')
      .where('loginId', '=', loginId)
      .select(['tenantId', 'userId', 'email'])
      .execute()
    for (const { tenantId, userId, email } of memberships) {
      if (email === null) continue
      await database.inTenant({ tenantId }, (tx) =>
        tx.updateTable('users').set({ email }).where('tenantId', '=', tenantId).where('id', '=', userId).execute(),
      )
    }
  },
})
