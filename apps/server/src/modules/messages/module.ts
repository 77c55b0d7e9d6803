import { defineModule } from '../../platform/module.ts'
import { MESSAGE_NEEDS } from './deps.ts'
import * as events from './events.ts'
import { answerKeyword, keywordSubscriptions } from './inbound/answer-keyword.job.ts'
import { answerOptIn, optInSubscription } from './inbound/answer-opt-in.job.ts'
import { fetchMedia, mediaSubscription } from './inbound/fetch-media.job.ts'
import { findMissedTexts } from './inbound/find-missed-texts.job.ts'
import { lineTypeSubscription, lookUpLineType } from './inbound/look-up-line-type.job.ts'
import { MESSAGE_WEBHOOK_PATH, mountWebhooks } from './inbound/webhooks.ts'
import { clearOldPreviews, linkPreviewSubscriptions, previewLink } from './link-preview.job.ts'
import { mountLinkPreviews } from './link-preview-routes.ts'
import { sendBulkMessages, sendingSubscriptions, sendQueuedMessages } from './outbound/send-queued-messages.job.ts'
import { settleDelivery } from './outbound/settle-delivery.job.ts'
import { undeliveredRoutes } from './outbound/undelivered-routes.ts'
import { messageRoutes } from './routes.ts'
import {
  dueSubscription,
  sendReminders,
  sendScheduledMessage,
  sendScheduledMessages,
} from './scheduled/send-due.job.ts'
import { scheduledMessageRoutes, sendingRoutes } from './sending-routes.ts'

/** Messages in and out: receiving, sending, delivery, scheduling, media, link previews, reactions. */
export const messagesModule = defineModule({
  needs: [...MESSAGE_NEEDS, 'webhookReader', 'webhookLimits', 'authenticateFiles', 'sentPayments'],
  offers: {
    inboundWebhookUrl:
      ({ publicUrl }) =>
      () =>
        publicUrl() + MESSAGE_WEBHOOK_PATH,
  },
  routes: (api, services) => ({
    messages: messageRoutes(api, services),
    scheduledMessages: scheduledMessageRoutes(api, services),
    sending: sendingRoutes(api, services),
    undelivered: undeliveredRoutes(api, services),
  }),
  http: [mountWebhooks, mountLinkPreviews],
  jobs: [
    sendQueuedMessages,
    sendBulkMessages,
    sendScheduledMessages,
    sendReminders,
    sendScheduledMessage,
    settleDelivery,
    fetchMedia,
    answerKeyword,
    answerOptIn,
    lookUpLineType,
    previewLink,
    findMissedTexts,
  ],
  events,
  subscriptions: [
    ...sendingSubscriptions,
    dueSubscription,
    mediaSubscription,
    ...keywordSubscriptions,
    optInSubscription,
    lineTypeSubscription,
    ...linkPreviewSubscriptions,
  ],
  cleanups: [clearOldPreviews],
})
