import type { Subscription } from '../../platform/events/dispatcher.ts'
import type { AnyJob } from '../../platform/jobs/define-job.ts'
import type { ConversationDeps } from '../conversations/index.ts'
import { answerKeyword, keywordSubscription } from './inbound/answer-keyword.job.ts'
import { fetchMedia, mediaSubscription } from './inbound/fetch-media.job.ts'
import { findMissedTexts } from './inbound/find-missed-texts.job.ts'
import { lineTypeSubscription, lookUpLineType } from './inbound/look-up-line-type.job.ts'
import { linkPreviewSubscriptions, previewLink } from './link-preview.job.ts'
import { sendingSubscriptions, sendQueuedMessages } from './outbound/send-queued-messages.job.ts'
import { settleDelivery } from './outbound/settle-delivery.job.ts'
import { sendScheduledMessage } from './scheduled/send-scheduled.job.ts'

export const messageJobs = (deps: ConversationDeps): AnyJob[] =>
  [
    sendQueuedMessages,
    sendScheduledMessage,
    settleDelivery,
    fetchMedia,
    answerKeyword,
    lookUpLineType,
    previewLink,
    findMissedTexts,
  ].map((job) => job(deps))

export const messageSubscriptions: Subscription[] = [
  ...sendingSubscriptions,
  mediaSubscription,
  keywordSubscription,
  lineTypeSubscription,
  ...linkPreviewSubscriptions,
]

export { addToMessage } from './add-to-message.ts'
export { replaceWithTombstone } from './delete-message.ts'
export { FIND_MISSED_TEXTS } from './inbound/find-missed-texts.job.ts'
export { receiveMessage } from './inbound/receive-message.ts'
export { MESSAGE_WEBHOOK_PATH, mountWebhooks } from './inbound/webhooks.ts'
export { clearOldPreviews } from './link-preview.job.ts'
export { mountLinkPreviews } from './link-preview-routes.ts'
export { listMedia } from './list-media.ts'
export {
  hasEverWritten,
  isFirstOfContact,
  isTeammateThere,
  lockInbound,
  sendAutomatically,
} from './outbound/automatic-message.ts'
export { sendSpec } from './outbound/delivery-jobs.ts'
export { receiveStatus } from './outbound/receive-status.ts'
export { accessAddressee, sendMessage } from './outbound/send-message.ts'
export { undeliveredRoutes } from './outbound/undelivered-routes.ts'
export { writeOnce } from './outbound/write-once.ts'
export { messageRoutes } from './routes.ts'
export { scheduleMessage } from './scheduled/schedule-message.ts'
export { scheduledMessageRoutes, sendingRoutes } from './sending-routes.ts'
