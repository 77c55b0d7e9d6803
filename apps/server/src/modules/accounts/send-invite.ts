import type { TenantTx } from '../../platform/database/database.ts'
import { queueMail } from '../mail/index.ts'
import { createAccountLink } from './account-links.ts'
import { inviteMail, linkUrl } from './mails.ts'

export interface Invite {
  userId: string
  email: string
  invitedBy: { displayName: string }
}

/**
 * Mails somebody the link by which they join; an earlier one works no more. The login comes with the answer: whoever has
 * one already, from another business, joins with its password. Returns the mail.
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
