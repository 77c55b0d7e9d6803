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
 * Notifies those who can approve a campaign that needs approval, and the author of one that was not sent at its time.
 * Marks these notifications read once it is decided.
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
    // Only the job that could not send it notifies; later edits by teammates change nothing.
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

/**
 * For an approval, everyone who can send it except the author; otherwise the author, or everyone if they no longer can.
 */
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
