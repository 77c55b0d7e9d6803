import { sql } from 'kysely'
import { type ContactFollower, defineModule, type LocationFollower } from '../../platform/module.ts'
import { cancelRecipients, cancelUnsentRecipients } from './cancel-recipients.job.ts'
import { countRecipients, deleteUnusedRecipientCounts } from './count-recipients.job.ts'
import { GROUP_MESSAGE_NEEDS } from './deps.ts'
import { brandLimitSubscription, endBrandDayJob } from './end-brand-day.job.ts'
import * as events from './events.ts'
import { findGroupMessageStops } from './group-message-origin.ts'
import { holdUnsentRecipients } from './hold-unsent-recipients.ts'
import { groupMessageRoutes, reviewInviteRoutes } from './routes.ts'
import { findVisibleGroupMessages } from './rows.ts'
import { sendGroupMessage } from './send-group-message.job.ts'
import { throttleSending, throttleSubscription } from './throttle-sending.job.ts'

/** Sends the rest of a running message from the location that replaces a removed one. */
const moveGroupMessages: LocationFollower = async (tx, { from, to }) => {
  await tx
    .updateTable('groupMessages')
    .set({ locationId: to })
    .where('tenantId', '=', tx.tenantId)
    .where('locationId', '=', from)
    .execute()
}

/**
 * Keeps a contact as a recipient of the messages that have not been sent to it yet, also where it was left out because
 * the other row would get the message.
 */
const moveRecipients: ContactFollower = async (tx, { from, to }) => {
  await sql`
    with removed as (
      delete from group_recipients r
      where r.tenant_id = ${tx.tenantId} and r.contact_id = ${from} and r.state in ('pending', 'held', 'cancelled')
      returning r.group_message_id, r.state, r.reason, r.held_until, r.variant, r.handled_at, r.rule_index
    )
    insert into group_recipients as o (tenant_id, group_message_id, contact_id, state, reason, held_until, variant, handled_at, rule_index)
    select ${tx.tenantId}::uuid, r.group_message_id, ${to}::uuid, r.state, r.reason, r.held_until, r.variant, r.handled_at, r.rule_index
    from removed r
    on conflict (tenant_id, group_message_id, contact_id) do update
    set state = excluded.state, reason = excluded.reason, held_until = excluded.held_until, variant = excluded.variant,
      handled_at = excluded.handled_at, rule_index = excluded.rule_index
    where o.state = 'skipped' and o.reason = 'merged'`.execute(tx)
}

/** Group messages, one text to many contacts in their own conversations: sending, outcomes, replies; review invites. */
export const groupMessagesModule = defineModule({
  needs: [...GROUP_MESSAGE_NEEDS],
  routes: (api, services) => ({
    groupMessages: groupMessageRoutes(api, services),
    reviewInvites: reviewInviteRoutes(api, services),
  }),
  jobs: [sendGroupMessage, throttleSending, cancelRecipients, countRecipients, endBrandDayJob],
  cleanups: [deleteUnusedRecipientCounts],
  offers: {
    findGroupMessageStops: () => findGroupMessageStops,
    cancelUnsentRecipients: () => cancelUnsentRecipients,
    holdUnsentRecipients: () => holdUnsentRecipients,
    maySeeGroupMessage: () => async (tx, actor, id) => (await findVisibleGroupMessages(tx, actor, [id])).length > 0,
  },
  events,
  subscriptions: [throttleSubscription, brandLimitSubscription],
  settings: ['review-invite'],
  locationFollowers: [moveGroupMessages],
  contactFollowers: [moveRecipients],
})
