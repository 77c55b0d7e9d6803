import { can, type NotificationKind, notificationRules } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'
import { mayEditInScope } from '../visibility/index.ts'
import type { Member } from './members.ts'
import {
  type ChangeNotifications,
  markUnreadAsRead,
  type NotificationChanges,
  storeForEach,
} from './notification-changes.ts'

type Campaign = Pick<Row<'campaigns'>, 'id' | 'name' | 'state' | 'locationId' | 'authorUserId' | 'author'>

const KINDS: Partial<Record<Campaign['state'], NotificationKind>> = {
  'needs-approval': 'campaign-to-approve',
  'needs-attention': 'campaign-not-sent',
}

/**
 * Notifies those who can approve a campaign that waits for it, and its author of one that was not sent at its time.
 * Once it is decided, nobody is notified of it any longer.
 */
export const changeCampaignNotifications: ChangeNotifications = async (tx, members, events) => {
  const changes: NotificationChanges = { stored: [], cleared: [] }
  for (const [campaignId, ofCampaign] of Map.groupBy(events, (event) => event.campaignId ?? null)) {
    const last = ofCampaign.at(-1)
    if (campaignId === null || !last) continue
    const campaign = await findCampaign(tx, campaignId)
    if (!campaign) continue
    const { name: title, author, state } = campaign
    const kind = KINDS[state]
    changes.cleared.push(
      ...(await markUnreadAsRead(tx, last.at, ({ and, eb }) =>
        and([eb('campaignId', '=', campaignId), ...(kind ? [eb('kind', '<>', kind)] : [])]),
      )),
    )
    // A job found that it could not be sent; a teammate who edits it since knows.
    const isNew = state === 'needs-approval' || ofCampaign.some(({ actorUserId }) => actorUserId === null)
    if (!kind || !isNew) continue
    const body = kind === 'campaign-to-approve' ? author : ''
    changes.stored.push(
      ...(await storeForEach(
        tx,
        findRecipients(members, campaign, kind),
        { kind, campaignId, title, body, updatedAt: last.at },
        ({ and, or, eb }) =>
          and([
            eb('campaignId', '=', campaignId),
            eb('kind', '=', kind),
            or([eb('readAt', 'is', null), eb('updatedAt', '>=', last.at)]),
          ]),
      )),
    )
  }
  return changes
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
