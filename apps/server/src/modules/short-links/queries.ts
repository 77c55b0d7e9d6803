import type { ShortLink } from '@frontdesk/contract/api'
import { SHORT_LINK_PATH, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readSendingSettings } from '../sending/index.ts'
import { isVisible } from '../visibility/index.ts'
import type { ShortLinkDeps } from './deps.ts'

export type ShortLinkRow = Awaited<ReturnType<typeof findShortLinks>>[number]

export const toShortLink = ({ conversationId, createdAt, ...row }: ShortLinkRow): ShortLink => ({
  ...row,
  createdOnUtc: createdAt,
  conversationSid: toSid('CH', conversationId),
})

/** Finds active links of conversations the actor may see, newest first. */
export async function findShortLinks(
  deps: ShortLinkDeps,
  tx: TenantTx,
  actor: Actor,
  {
    code,
    conversationId,
    locationIDs,
    beforeCode,
    limit,
  }: {
    code?: string
    conversationId?: string | undefined
    locationIDs?: string[] | undefined
    beforeCode?: string | undefined
    limit: number
  },
) {
  let links = tx
    .selectFrom('shortLinks as l')
    .innerJoin('conversations as c', (join) =>
      join.on('c.tenantId', '=', tx.tenantId).onRef('c.id', '=', 'l.conversationId'),
    )
    .innerJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).onRef('t.id', '=', 'c.contactId'))
    .innerJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'l.createdBy'))
    .where('l.tenantId', '=', tx.tenantId)
    .where('l.removedAt', 'is', null)
    // Links of campaigns are counted with the campaign.
    .where('l.messageId', 'is', null)
    .where(isVisible(actor, 'c'))
    .select(['l.code', 'l.url', 'l.clicks', 'l.lastClickedAt', 'l.createdAt', 'l.expiresAt', 'l.conversationId'])
    .select([
      'u.displayName as createdBy',
      sql<string>`coalesce(case when not c.is_contact_restricted then nullif(t.name, '') end, t.phone)`.as(
        'contactName',
      ),
    ])
    .orderBy('l.createdAt', 'desc')
    .orderBy('l.code', 'desc')
    .limit(limit)
  if (code) links = links.where('l.code', '=', code)
  if (conversationId) links = links.where('l.conversationId', '=', conversationId)
  if (locationIDs) links = links.where(sql<boolean>`c.location_id = any(${locationIDs}::uuid[])`)
  if (beforeCode)
    links = links.where(
      sql<boolean>`(l.created_at, l.code) < (select b.created_at, b.code from short_links b where b.tenant_id = ${tx.tenantId} and b.code = ${beforeCode})`,
    )
  const rows = await links.execute()
  const base = await shortLinkBase(deps, tx)
  return rows.map((row) => ({ ...row, shortUrl: base + row.code }))
}

/** Base URL of short links: the business's own domain, or Frontdesk's public URL. */
export async function shortLinkBase(deps: Pick<ShortLinkDeps, 'publicUrl'>, tx: TenantTx): Promise<string> {
  const { shortLinkDomain } = await readSendingSettings(tx)
  return (shortLinkDomain ? `https://${shortLinkDomain}` : deps.publicUrl()) + SHORT_LINK_PATH
}
