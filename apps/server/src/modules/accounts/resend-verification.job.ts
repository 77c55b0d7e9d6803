import { z } from 'zod'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { AccountDeps } from './deps.ts'
import { findMembership } from './queries.ts'
import { sendVerification } from './send-verification.ts'

export const RESEND_VERIFICATION = 'resend-verification'

/** Mails a login that lost its unconfirmed address to somebody else how to keep its business. Run twice, it mails a newer link. */
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
      const wanted = { loginId, userId, email, firstName: '', addedTenantName: name }
      await sendVerification({ publicUrl }, tx, wanted, now())
    })
  },
})
