import { sql } from 'kysely'
import { z } from 'zod'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { queueMail } from '../mail/index.ts'
import { createAccountLink } from './account-links.ts'
import type { AccountDeps } from './deps.ts'
import { linkUrl, resetPasswordMail } from './emails.ts'
import { findLogin, findMembership } from './queries.ts'

const SEND_PASSWORD_LINK = 'send-password-link'

/**
 * Requests a link to set a new password. A job looks up the login, so the response doesn't reveal whether there is one.
 */
export async function requestPasswordChange(
  { database, limits }: AccountDeps,
  address: string,
  email: string,
): Promise<void> {
  // Respond the same when limited; links in emails already sent still work.
  if (!(await limits.allowsLinkMail(email, address))) return
  const spec = [{ identifier: SEND_PASSWORD_LINK, payload: { email, requestId: newId() }, maxAttempts: 5 }]
  await sql`select jobs.enqueue(${JSON.stringify(spec)}::jsonb)`.execute(database.directory)
}

/** Safe to run twice: the email's dedupe key is derived from the request. */
export const sendPasswordLink = defineJob({
  name: SEND_PASSWORD_LINK,
  lane: 'mail',
  payload: z.object({ email: z.string(), requestId: z.uuid() }),
  run: async ({ database, publicUrl, now }: AccountDeps, { email, requestId }) => {
    const login = await findLogin(database.directory, email)
    const membership = login && (await findMembership(database.directory, login.id))
    if (!login || !membership) return
    await database.inTenant(membership, async (tx) => {
      const dedupeKey = `reset-password:${requestId}`
      const sent = await tx
        .selectFrom('mails')
        .where('tenantId', '=', tx.tenantId)
        .where('dedupeKey', '=', dedupeKey)
        .select('id')
        .executeTakeFirst()
      if (sent) return
      const at = now()
      const { token, expiresAt } = await createAccountLink(tx, {
        purpose: 'reset-password',
        loginId: login.id,
        tenantId: tx.tenantId,
        userId: membership.userId,
        email,
        at,
      })
      const mail = resetPasswordMail({ url: linkUrl(publicUrl(), 'reset-password', token, email) })
      await queueMail(tx, { to: email, mail, dedupeKey, expiresAt, at })
    })
  },
})
