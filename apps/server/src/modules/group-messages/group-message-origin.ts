import type { StoredAudience } from '@frontdesk/contract/api'
import type { GroupMessageKind, Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { mainContactId } from '../contact-rows/index.ts'
import type { SendStop } from '../messages/index.ts'
import { hasRepliedTo } from './batch-context.ts'
import { isMissed } from './missed-texts.ts'
import { isGroupMessageVisible } from './rows.ts'

/** The group message that a message was part of, and how its recipient was selected. */
export interface GroupMessageOrigin {
  id: string
  kind: GroupMessageKind
  groupId: string | null
  groupName: string | null
  locationId: string | null
  campaignId: string | null
  step: number
  author: string
  authorUserId: string
  startedAt: string
  variant: number
  variantCount: number
  audience: StoredAudience | null
  ruleIndex: number | null
  isVisible: boolean
}

/**
 * Why messages that are part of a group message must not be sent now, by message. The contact may have replied since a
 * follow-up was written, or the server was down when they were due.
 */
export async function findGroupMessageStops(
  tx: TenantTx,
  messages: readonly { id: string; dueAt: string }[],
): Promise<Map<string, SendStop>> {
  if (messages.length === 0) return new Map()
  const at = tx.now()
  const dueAtOf = new Map(messages.map(({ id, dueAt }) => [id, dueAt]))
  const replied = hasRepliedTo(tx, {
    campaignId: sql`g.campaign_id`,
    startedAt: sql`g.started_at`,
    contactId: sql`v.contact_id`,
  })
  const rows = await tx
    .selectFrom('groupRecipients as v')
    .innerJoin('groupMessages as g', (join) =>
      join.on('g.tenantId', '=', tx.tenantId).onRef('g.id', '=', 'v.groupMessageId'),
    )
    .leftJoin('contacts as r', (join) => join.on('r.tenantId', '=', tx.tenantId).onRef('r.id', '=', 'v.contactId'))
    .leftJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).on('t.id', '=', mainContactId('r')))
    .where('v.tenantId', '=', tx.tenantId)
    .where(
      'v.messageId',
      'in',
      messages.map(({ id }) => id),
    )
    .select([
      'v.messageId',
      'g.state',
      'g.campaignId',
      'g.heartbeatAt',
      'g.outageEndedAt',
      ({ and, eb }) => and([eb('g.step', '>', 0), replied]).as('hasReplied'),
    ])
    .execute()
  return new Map(
    rows.flatMap(({ messageId, state, hasReplied, ...row }): [string, SendStop][] => {
      if (messageId === null) return []
      if (state === 'stopped' || state === 'paused') return [[messageId, state]]
      if (hasReplied) return [[messageId, 'replied']]
      return state === 'running' && isMissed(row, dueAtOf.get(messageId) ?? at, at) ? [[messageId, 'missed']] : []
    }),
  )
}

/**
 * Finds the group message that a message was part of. The recipients of a follow-up were selected for the first text.
 */
export async function findGroupMessageOrigin(
  tx: TenantTx,
  viewer: Viewer,
  messageId: string,
): Promise<GroupMessageOrigin | undefined> {
  const { rows } = await sql<GroupMessageOrigin>`
    select g.id, g.kind, g.group_id as "groupId", g.group_name as "groupName", g.location_id as "locationId",
      g.campaign_id as "campaignId", g.step, g.author, g.author_user_id as "authorUserId", g.started_at as "startedAt",
      r.variant, cardinality(g.variants) + 1 as "variantCount", coalesce(g.audience, f.audience) as audience,
      coalesce(r.rule_index, f.rule_index) as "ruleIndex", ${isGroupMessageVisible(viewer)} as "isVisible"
    from group_recipients r
    join group_messages g on g.tenant_id = ${tx.tenantId} and g.id = r.group_message_id
    left join lateral (
      select x.audience, y.rule_index from group_messages x
      left join group_recipients y on y.tenant_id = ${tx.tenantId} and y.group_message_id = x.id and y.contact_id = r.contact_id
      where x.tenant_id = ${tx.tenantId} and x.id = g.campaign_id and g.step > 0 limit 1
    ) f on true
    where r.tenant_id = ${tx.tenantId} and r.message_id = ${messageId} limit 1`.execute(tx)
  return rows[0]
}
