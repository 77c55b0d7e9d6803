import type { Subscription } from '../../platform/events/dispatcher.ts'
import type { AnyJob } from '../../platform/jobs/define-job.ts'
import { answerKeyword, keywordSubscription } from './answer-keyword.job.ts'
import { foldConversationCounts } from './counts.ts'
import type { ConversationDeps } from './deps.ts'
import { fetchMedia, mediaSubscription } from './fetch-media.job.ts'
import { findMissedTexts } from './find-missed-texts.job.ts'
import { linkPreviewSubscriptions, previewLink } from './link-preview.job.ts'
import { lineTypeSubscription, lookUpLineType } from './look-up-line-type.job.ts'
import { sendingSubscriptions, sendQueuedMessages } from './send-queued-messages.job.ts'
import { sendScheduledMessage } from './send-scheduled.job.ts'
import { settleDelivery } from './settle-delivery.job.ts'
import { wakeSnoozed } from './wake-snoozed.job.ts'

export const conversationJobs = (deps: ConversationDeps): AnyJob[] =>
  [
    sendQueuedMessages,
    sendScheduledMessage,
    settleDelivery,
    fetchMedia,
    answerKeyword,
    lookUpLineType,
    previewLink,
    findMissedTexts,
    foldConversationCounts,
    wakeSnoozed,
  ].map((job) => job(deps))

export const conversationSubscriptions: Subscription[] = [
  ...sendingSubscriptions,
  mediaSubscription,
  keywordSubscription,
  lineTypeSubscription,
  ...linkPreviewSubscriptions,
]

export {
  accessConversation,
  accessMessage,
  atLocationRooms,
  findVisibleConversations,
  findVisibleFacts,
  ownRoom,
  roomsFor,
  roomsOf,
  settingRoom,
  TEAM_ROOM,
} from './access.ts'
export { addNote } from './add-note.ts'
export { addToMessage } from './add-to-message.ts'
export { assignInTurn, reassignInTurn, type TurnRules } from './assign-in-turn.ts'
export { findTeammate, mayHave } from './assignees.ts'
export { assignmentRoutes } from './assignment-routes.ts'
export { attentionRoutes } from './attention-routes.ts'
export {
  hasEverWritten,
  isFirstOfContact,
  isTeammateThere,
  lockInbound,
  sendAutomatically,
} from './automatic-message.ts'
export { blockNumber } from './block-number.ts'
export { changeConversations } from './change-conversations.ts'
export { moveLocked } from './change-location.ts'
export { closeIdle } from './close-idle.ts'
export { isContactVisible, locationsOfNumber, seesAllOfNumber } from './contact-visibility.ts'
export { deleteLocked } from './delete-conversations.ts'
export type { ConversationDeps, PageReader, PageSummary } from './deps.ts'
export { FIND_MISSED_TEXTS } from './find-missed-texts.job.ts'
export { findPhones, isCalled, phoneDigits } from './find-phones.ts'
export { clearOldPreviews } from './link-preview.job.ts'
export { mountLinkPreviews } from './link-preview-routes.ts'
export { countMatching, matchingIds } from './list-conversations.ts'
export { markRead } from './mark-read.ts'
export { mergeConversations } from './merge-conversations.ts'
export { mergingRoutes } from './merging-routes.ts'
export { moveConversations } from './move-conversations.ts'
export { noteRoutes } from './note-routes.ts'
export { isThreadOf } from './pairs.ts'
export { listMedia } from './panel-queries.ts'
export { putBack } from './put-back.ts'
export { findMessage, maySeeMessage } from './queries.ts'
export { findUnanswered, isQueued, listQueue, listUnanswered, lockConversation, type Unanswered } from './queue.ts'
export { catchUp } from './realtime.ts'
export { reassignConversations } from './reassign-conversations.ts'
export { receiveMessage } from './receive-message.ts'
export { receiveStatus } from './receive-status.ts'
export { conversationCallRoutes, conversationRoutes, messageRoutes, messageSearchRoutes } from './routes.ts'
export { scheduleMessage } from './schedule-message.ts'
export { sendMessage } from './send-message.ts'
export { scheduledMessageRoutes, sendingRoutes } from './sending-routes.ts'
export { countInFolder, emptyFolder, setFolder } from './set-folder.ts'
export { setOpenState, setOpenStates } from './set-open-state.ts'
export { clearStatuses, setStatus, setStatusLocked } from './set-status.ts'
export { snoozeConversation, wakeTime } from './snooze.ts'
export { startConversation } from './start-conversation.ts'
export { lockContacts, lockThreads, tellThreads } from './threads.ts'
export { timelineRoutes } from './timeline-routes.ts'
export { undeliveredRoutes } from './undelivered-routes.ts'
export { separateContact } from './unmerge-conversation.ts'
export { setUnreadMark } from './unread-marks.ts'
export { isVisible } from './visibility.ts'
export { wakeSpec } from './wake-snoozed.job.ts'
export { MESSAGE_WEBHOOK_PATH, mountWebhooks } from './webhooks.ts'
