import type { AccountLink } from '@frontdesk/contract/api'
import { findConfirmedLink, findLink } from './account-links.ts'
import type { AccountDeps } from './deps.ts'
import { findLogin } from './queries.ts'

/** Describes a link to its holder without consuming it. */
export async function checkLink(
  { database, limits, now }: AccountDeps,
  address: string,
  id: string,
): Promise<AccountLink> {
  await limits.countLink(address)
  const confirmed = await findConfirmedLink(database.directory, id)
  const link = confirmed ?? (await findLink(database.directory, id, now()))
  const { name } = await database.inTenant(link, (tx) =>
    tx.selectFrom('tenants').where('tenantId', '=', tx.tenantId).select('name').executeTakeFirstOrThrow(),
  )
  const hasLogin = (await findLogin(database.directory, link.email)) !== undefined
  return { purpose: link.purpose, email: link.email, tenantName: name, hasLogin, isConfirmed: confirmed !== undefined }
}
