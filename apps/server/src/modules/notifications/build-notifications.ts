import { type NotificationKind, notificationRules, QUIET_AFTER_MS } from '@frontdesk/contract/rules'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { ConversationEvent } from './handled-events.ts'
import { type Member, maySee } from './members.ts'
import type { PendingNotification } from './store-notifications.ts'
import { findAssignedSubjects, findSubjects, type Subject } from './subjects.ts'

/** A notification that a member would get, if they may see the conversation and want this kind. */
interface Candidate {
  member: Member
  kind: NotificationKind
  subject: Subject
  event: ConversationEvent
  count: number
  body: string
}

type Subjects = ReadonlyMap<string, Subject>

/** Builds the notifications for a batch of events, with the newest message of each conversation. */
export async function buildNotifications(
  tx: TenantTx,
  members: Member[],
  events: ConversationEvent[],
  at: string,
): Promise<PendingNotification[]> {
  const received = events.filter(({ type }) => type === 'message.received')
  const failed = events.filter(({ type, isRetry }) => type === 'message.delivery-changed' && !isRetry)
  const noteEvents = events.filter(({ type }) => type === 'note.added' || type === 'note.edited')
  const messageIds = [...received, ...failed, ...noteEvents].flatMap(({ messageId }) => messageId ?? [])
  const subjects = await findSubjects(tx, messageIds)
  const assigned = events.filter(({ type }) => type === 'conversation.assigned')
  const conversationIds = assigned.map(({ conversationId }) => conversationId)
  const assignedSubjects = await findAssignedSubjects(tx, conversationIds)
  return [
    ...ofReceived(members, received, subjects, shift(at, -QUIET_AFTER_MS)),
    ...ofFailed(members, failed, subjects),
    ...ofMentions(members, noteEvents, subjects),
    ...ofAssigned(members, assigned, assignedSubjects),
  ]
    .filter(isWanted)
    .map(toPending)
}

const isWanted = ({ member, kind, subject: { locationId, toUserId } }: Candidate): boolean =>
  maySee(member, { locationId, assigneeId: toUserId }) && notificationRules.isOnAnywhere(member.settings, kind)

const toPending = ({ member, kind, subject, event, count, body }: Candidate): PendingNotification => ({
  id: newId(),
  userId: member.viewer.userId,
  kind,
  conversationId: subject.conversationId,
  messageId: subject.messageId,
  index: subject.index,
  title: subject.contact,
  body,
  count,
  at: event.at,
})

/** One for each conversation with new messages and each member. `pushableSince`: older events come after an outage. */
function ofReceived(
  members: Member[],
  events: ConversationEvent[],
  subjects: Subjects,
  pushableSince: string,
): Candidate[] {
  return [...Map.groupBy(events, ({ conversationId }) => conversationId).values()].flatMap((group) => {
    const loaded = group.flatMap((event) => {
      const subject = subjects.get(event.messageId ?? '')
      return subject ? [{ event, subject }] : []
    })
    const newest = loaded.toSorted((a, b) => a.subject.index - b.subject.index).at(-1)
    if (!newest || newest.subject.isBlocked) return []
    // Late events, after an outage: skip what a teammate has read in the meantime.
    const isLate = isAfter(pushableSince, newest.event.at)
    if (isLate && newest.subject.unreadMessages === 0) return []
    return members.map((member) => {
      const kind = notificationRules.kindOfMessage(member.viewer.userId, newest.subject.toUserId)
      return { member, kind, ...newest, count: loaded.length, body: newest.subject.preview }
    })
  })
}

/** Notifies the author, or the assignee of an automatic message. */
const ofFailed = (members: Member[], events: ConversationEvent[], subjects: Subjects): Candidate[] =>
  events.flatMap((event) => {
    const subject = subjects.get(event.messageId ?? '')
    const recipientId = subject?.authorUserId ?? subject?.toUserId
    const member = members.find(({ viewer }) => viewer.userId === recipientId)
    return subject && member ? [{ member, kind: 'message-failed', subject, event, count: 1, body: subject.body }] : []
  })

const ofMentions = (members: Member[], events: ConversationEvent[], subjects: Subjects): Candidate[] =>
  events.flatMap((event) => {
    const subject = subjects.get(event.messageId ?? '')
    if (!subject) return []
    const body = `${subject.author}: ${subject.body.slice(0, 200)}`
    return members
      .filter(({ viewer: { userId } }) => subject.mentions.includes(userId) && userId !== subject.authorUserId)
      .map((member) => ({ member, kind: 'mentioned', subject, event, count: 1, body }))
  })

const ofAssigned = (members: Member[], events: ConversationEvent[], subjects: Subjects): Candidate[] =>
  events.flatMap((event) => {
    const subject = subjects.get(event.conversationId)
    const member = members.find(({ viewer }) => viewer.userId === subject?.toUserId)
    // Don't notify people who assigned the conversation to themselves.
    if (!subject || !member || event.actorUserId === subject.toUserId) return []
    return [{ member, kind: 'conversation-assigned', subject, event, count: 1, body: subject.preview }]
  })
