import { z } from 'zod'
import { DELETION_CONFLICTS, retryOnDeadlock } from '../../platform/database/deadlock.ts'
import { jobOfEachTenant, subscribeInBatches } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { changeBookingNotifications } from './booking-notifications.ts'
import { buildNotifications } from './build-notifications.ts'
import { findBulkAssignments, storeBulkAssigned } from './bulk-assigned.ts'
import { storeCalendarBroken } from './calendar-broken.ts'
import { changeCampaignNotifications } from './campaign-notifications.ts'
import { notifyOfDeclinedCards } from './card-notifications.ts'
import { clearNotifications, findRemoved } from './clear-notifications.ts'
import { publishCounts, queueDelivery } from './deliver-notifications.ts'
import type { NotificationDeps } from './deps.ts'
import { type ConversationEvent, HANDLED_EVENTS, HandledEvent, isRelevant, toHandledEvent } from './handled-events.ts'
import { storeMemberJoined } from './member-joined.ts'
import { findMembers } from './members.ts'
import type { ChangeNotifications, NotificationChanges } from './notification-changes.ts'
import { changePaymentNotifications } from './payment-notifications.ts'
import { storeNotifications } from './store-notifications.ts'

const NOTIFY = 'notify'

/** Enqueues one job per tenant and batch of events. */
export const notificationSubscription = subscribeInBatches(HANDLED_EVENTS, (events) =>
  jobOfEachTenant(events.filter(isRelevant), (tenantId, tenantEvents) => ({
    identifier: NOTIFY,
    payload: { tenantId, events: tenantEvents.map(toHandledEvent) },
  })),
)

const SUBJECT_CHANGES: readonly ChangeNotifications[] = [
  changeBookingNotifications,
  changePaymentNotifications,
  changeCampaignNotifications,
  notifyOfDeclinedCards,
]

const Payload = z.object({ tenantId: z.uuid(), events: z.array(HandledEvent) })

/** Safe to run twice: a message never enters a notification a second time. */
export const notify = defineJob({
  name: NOTIFY,
  lane: 'default',
  payload: Payload,
  run: (deps: NotificationDeps, payload) =>
    // A conversation may be deleted before its notification is stored; the next attempt no longer finds it.
    retryOnDeadlock(() => notifyOf(deps, payload), DELETION_CONFLICTS),
})

const notifyOf = (deps: NotificationDeps, { tenantId, events }: z.output<typeof Payload>) =>
  deps.inTenant({ tenantId, prepares: true }, async (tx) => {
    const members = await findMembers(tx)
    const bulkActionIds = await findBulkAssignments(tx, events)
    const conversationEvents = events.filter(
      (event): event is ConversationEvent =>
        event.conversationId !== null && !bulkActionIds.has(event.bulkActionId ?? ''),
    )
    const changes: NotificationChanges[] = []
    for (const change of SUBJECT_CHANGES) changes.push(await change(tx, members, events))
    const stored = [
      ...changes.flatMap((each) => each.stored),
      ...(await storeNotifications(tx, await buildNotifications(tx, members, conversationEvents, deps.now()))),
      ...(await storeBulkAssigned(tx, members, events, bulkActionIds)),
      ...(await storeMemberJoined(
        tx,
        members,
        events.filter(({ type }) => type === 'member.joined'),
      )),
      ...(await storeCalendarBroken(tx, members, events)),
    ]
    const cleared = [...changes.flatMap((each) => each.cleared), ...(await clearNotifications(tx, conversationEvents))]
    const removed = await findRemoved(tx, members, conversationEvents)
    await publishCounts(deps, tx, members, { stored, cleared, removed })
    await queueDelivery(deps, tx, members, stored)
  })
