import type { TenantTx } from '../../platform/database/database.ts'
import { queueMail } from '../mail/index.ts'
import { createAccountLink } from './account-links.ts'
import { inviteMail, linkUrl } from './emails.ts'

export interface Invite {
  userId: string
  email: string
  invitedBy: { displayName: string }
}

/**
 * Emails an invitation link, which invalidates an earlier one, and returns the email's id. The login is created on
 * acceptance; people who already have one from another business join with its password.
 */
export async function sendInvite(
  { publicUrl, now }: { publicUrl: () => string; now: () => string },
  tx: TenantTx,
  { userId, email, invitedBy }: Invite,
): Promise<string | null> {
  const at = now()
  const { token, expiresAt } = await createAccountLink(tx, {
    purpose: 'invite',
    loginId: null,
    tenantId: tx.tenantId,
    userId,
    email,
    at,
  })
  const { name } = await tx
    .selectFrom('tenants')
    .where('tenantId', '=', tx.tenantId)
    .select('name')
    .executeTakeFirstOrThrow()
  const url = linkUrl(publicUrl(), 'invite', token, email)
  return queueMail(tx, {
    to: email,
    mail: inviteMail({ invitedBy: invitedBy.displayName, tenantName: name, url }),
    expiresAt,
    at,
  })
}
