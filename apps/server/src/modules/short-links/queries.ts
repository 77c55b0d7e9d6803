import type { ShortLink } from '@frontdesk/contract/api'
import { SHORT_LINK_PATH, toSid } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { readSendingSettings } from '../sending/index.ts'
import { isVisible } from '../visibility/index.ts'
import type { ShortLinkDeps } from './deps.ts'

type LinkColumns = 'code' | 'url' | 'clicks' | 'lastClickedAt' | 'createdAt' | 'expiresAt' | 'conversationId'

type LinkRow = Pick<Row<'shortLinks'>, LinkColumns> & {
  createdBy: string | null
  contactName: string
}

export type ShortLinkRow = LinkRow & { shortUrl: string }

export const toShortLink = ({ conversationId, createdAt, createdBy, ...row }: ShortLinkRow): ShortLink => ({
  ...row,
  createdOnUtc: createdAt,
  createdBy: createdBy ?? '',
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
): Promise<ShortLinkRow[]> {
  const conditions = [
    sql`l.tenant_id = ${tx.tenantId}`,
    sql`l.removed_at is null`,
    isVisible(actor, 'c'),
    ...(code ? [sql`l.code = ${code}`] : []),
    ...(conversationId ? [sql`l.conversation_id = ${conversationId}`] : []),
    ...(locationIDs ? [sql`c.location_id = any(${locationIDs}::uuid[])`] : []),
    ...(beforeCode
      ? [
          sql`(l.created_at, l.code) < (select b.created_at, b.code from short_links b where b.tenant_id = ${tx.tenantId} and b.code = ${beforeCode})`,
        ]
      : []),
  ]
  const { rows } = await sql<LinkRow>`
    select l.code, l.url, l.clicks, l.last_clicked_at as "lastClickedAt", l.created_at as "createdAt", l.expires_at as "expiresAt",
      u.display_name as "createdBy", l.conversation_id as "conversationId", coalesce(case when not c.is_contact_restricted then nullif(t.name, '') end, t.phone) as "contactName"
    from short_links l
    join conversations c on c.tenant_id = ${tx.tenantId} and c.id = l.conversation_id
    join contacts t on t.tenant_id = ${tx.tenantId} and t.id = c.contact_id
    left join users u on u.tenant_id = ${tx.tenantId} and u.id = l.created_by
    where ${sql.join(conditions, sql` and `)}
    order by l.created_at desc, l.code desc limit ${limit}`.execute(tx)
  const base = await shortLinkBase(deps, tx)
  return rows.map((row) => ({ ...row, shortUrl: base + row.code }))
}

/** Base URL of short links: the business's own domain, or Frontdesk's public URL. */
export async function shortLinkBase(deps: ShortLinkDeps, tx: TenantTx): Promise<string> {
  const { shortLinkDomain } = await readSendingSettings(tx)
  return (shortLinkDomain ? `https://${shortLinkDomain}` : deps.publicUrl()) + SHORT_LINK_PATH
}
