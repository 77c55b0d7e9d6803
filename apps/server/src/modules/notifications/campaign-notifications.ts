import { can, type NotificationKind, notificationRules } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { newId } from '../../platform/ids.ts'
import { mayEditInScope } from '../visibility/index.ts'
import type { Cleared } from './clear-notifications.ts'
import type { HandledEvent } from './handled-events.ts'
import type { StoredNotification } from './list.ts'
import type { Member } from './members.ts'

type Campaign = Pick<Row<'campaigns'>, 'id' | 'name' | 'state' | 'locationId' | 'authorUserId' | 'author'>

const KINDS: Partial<Record<Campaign['state'], NotificationKind>> = {
  'needs-approval': 'campaign-to-approve',
  'needs-attention': 'campaign-not-sent',
}

/**
 * Notifies those who can approve a campaign that waits for it, and its author of one that was not sent at its time. Once it
 * is decided, nobody is notified of it any longer. Safe to run twice.
 */
export async function changeCampaignNotifications(
  tx: TenantTx,
  members: readonly Member[],
  events: readonly HandledEvent[],
): Promise<{ stored: StoredNotification[]; cleared: Cleared[] }> {
  const stored: StoredNotification[] = []
  const cleared: Cleared[] = []
  for (const [campaignId, changes] of Map.groupBy(events, (event) => event.campaignId ?? null)) {
    const last = changes.at(-1)
    if (campaignId === null || !last) continue
    const campaign = await findCampaign(tx, campaignId)
    if (!campaign) continue
    const kind = KINDS[campaign.state]
    cleared.push(...(await markRead(tx, campaign, { at: last.at, kind })))
    // A job found that it could not be sent; a teammate who edits it since knows.
    const isNew = campaign.state === 'needs-approval' || changes.some(({ actorUserId }) => actorUserId === null)
    if (kind && isNew)
      stored.push(...(await store(tx, findRecipients(members, campaign, kind), campaign, kind, last.at)))
  }
  return { stored, cleared }
}

const findCampaign = (tx: TenantTx, id: string): Promise<Campaign | undefined> =>
  tx
    .selectFrom('campaigns')
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .select(['id', 'name', 'state', 'locationId', 'authorUserId', 'author'])
    .executeTakeFirst()

/** The author, or everyone who can send it if the author no longer can; the others if it needs their approval. */
function findRecipients(members: readonly Member[], campaign: Campaign, kind: NotificationKind): Member[] {
  const senders = members.filter(
    ({ viewer }) => can(viewer, 'campaigns_send_bulk_messages') && mayEditInScope(viewer, campaign.locationId),
  )
  const isAuthor = ({ viewer }: Member) => viewer.userId === campaign.authorUserId
  const recipients =
    kind === 'campaign-to-approve'
      ? senders.filter((member) => !isAuthor(member))
      : senders.some(isAuthor)
        ? senders.filter(isAuthor)
        : senders
  return recipients.filter(({ settings }) => notificationRules.isOnAnywhere(settings, kind))
}

/** Marks the notifications of a campaign read, except those of its present state. */
function markRead(
  tx: TenantTx,
  { id }: Campaign,
  { at, kind }: { at: string; kind: NotificationKind | undefined },
): Promise<Cleared[]> {
  const update = tx
    .updateTable('notifications')
    .set({ readAt: at })
    .where('tenantId', '=', tx.tenantId)
    .where('campaignId', '=', id)
    .where('readAt', 'is', null)
  return (kind ? update.where('kind', '<>', kind) : update)
    .returning(['id', 'userId', 'conversationId', 'pushedAt'])
    .execute()
}

async function store(
  tx: TenantTx,
  recipients: readonly Member[],
  { id: campaignId, name, author }: Campaign,
  kind: NotificationKind,
  at: string,
): Promise<StoredNotification[]> {
  if (recipients.length === 0) return []
  const notified = await tx
    .selectFrom('notifications')
    .where('tenantId', '=', tx.tenantId)
    .where('campaignId', '=', campaignId)
    .where('kind', '=', kind)
    .where((where) => where.or([where('readAt', 'is', null), where('updatedAt', '>=', at)]))
    .select('userId')
    .execute()
  const missing = recipients.filter(({ viewer }) => !notified.some(({ userId }) => userId === viewer.userId))
  if (missing.length === 0) return []
  const body = kind === 'campaign-to-approve' ? author : ''
  return tx
    .insertInto('notifications')
    .values(
      missing.map(({ viewer }) => ({
        ...{ tenantId: tx.tenantId, id: newId(), userId: viewer.userId, kind, campaignId },
        ...{ title: name, body, count: 1, updatedAt: at },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'userId', 'kind', 'conversationId', 'updatedAt'])
    .execute()
}
