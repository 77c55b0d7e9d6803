import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { AccountDeps } from './deps.ts'
import { findMembership } from './queries.ts'
import { sendVerification } from './send-verification.ts'

export const RESEND_VERIFICATION = 'resend-verification'

/**
 * Emails a login whose unconfirmed address was confirmed by another login how to keep its business. Safe to run twice:
 * the newer link replaces the older.
 */
export const resendVerificationJob = defineJob({
  name: RESEND_VERIFICATION,
  lane: 'mail',
  payload: z.object({ loginId: z.uuid() }),
  run: async ({ database, publicUrl, now }: AccountDeps, { loginId }) => {
    const login = await database.directory
      .selectFrom('directory.logins')
      .where('id', '=', loginId)
      .where('email', 'is', null)
      .select('pendingEmail')
      .executeTakeFirst()
    const membership = await findMembership(database.directory, loginId)
    const email = login?.pendingEmail
    if (!email || !membership) return
    await database.inTenant(membership, async (tx) => {
      const { name } = await tx
        .selectFrom('tenants')
        .where('tenantId', '=', tx.tenantId)
        .select('name')
        .executeTakeFirstOrThrow()
      const { userId } = membership
      const verification = { loginId, userId, email, firstName: '', addedTenantName: name }
      await sendVerification({ publicUrl }, tx, verification, now())
    })
  },
})
