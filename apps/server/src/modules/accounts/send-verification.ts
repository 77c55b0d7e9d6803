import type { TenantTx } from '../../platform/database/database.ts'
import { queueMail } from '../mail/index.ts'
import { createAccountLink } from './account-links.ts'
import { alreadyHaveLoginMail, linkUrl, verifyMail } from './emails.ts'

export interface Verification {
  loginId: string
  userId: string
  email: string
  firstName: string
  /** The business that signed up with an address that already has a login, of the same person or another. */
  addedTenantName: string | null
}

/** Emails a link that verifies the address when it is opened. */
export async function sendVerification(
  { publicUrl }: { publicUrl: () => string },
  tx: TenantTx,
  { loginId, userId, email, firstName, addedTenantName }: Verification,
  at: string,
): Promise<void> {
  const { token, expiresAt } = await createAccountLink(tx, {
    purpose: 'verify',
    loginId,
    tenantId: tx.tenantId,
    userId,
    email,
    at,
  })
  const url = linkUrl(publicUrl(), 'verify', token, email)
  await queueMail(tx, {
    to: email,
    mail:
      addedTenantName === null
        ? verifyMail({ firstName, url })
        : alreadyHaveLoginMail({ tenantName: addedTenantName, url }),
    expiresAt,
    at,
  })
}
