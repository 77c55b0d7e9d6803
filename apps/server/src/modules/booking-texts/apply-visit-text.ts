import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import {
  answersBookingText,
  arriveByContact,
  type BookingDeps,
  type BookingRow,
  BY_TEXT,
  canArrive,
  confirmByContact,
  lockVisitsOfContact,
} from '../bookings/index.ts'
import type { ConversationRow } from '../conversations/index.ts'
import type { VisitText } from '../messaging/index.ts'
import type { MessageRow } from '../threads/index.ts'
import type { REPLIES } from './texts.ts'

const DAY_MS = 24 * 60 * 60_000
/** Texts that were fetched long after they were sent, such as after an outage, change nothing. */
const STALE_MS = 60 * 60_000
/** How far ahead a visit can be that a text is about. */
const AHEAD_DAYS = 60

interface Applied {
  bookingId: string
  reply: keyof (typeof REPLIES)['en']
}

/** Applies what a text says to the visits of its contact; null if it is about none of them. */
export async function applyVisitText(
  deps: BookingDeps,
  tx: TenantTx,
  { conversation, message }: { conversation: ConversationRow; message: MessageRow },
  text: VisitText,
): Promise<Applied | null> {
  const now = tx.now()
  if (isAfter(shift(now, -STALE_MS), message.createdAt)) return null
  const until = shift(now, AHEAD_DAYS * DAY_MS)
  const visits = await lockVisitsOfContact(tx, conversation.contactId, { from: now, until })
  if (text.kind === 'confirm' || text.kind === 'change')
    // A yes may answer a teammate, so the latest message has to be one about bookings.
    return (await answersBookingText(tx, message)) ? answerReminder(deps, tx, visits, text.kind) : null
  const visit = visits.find((row) => canArrive(tx, row))
  if (!visit) return null
  if (text.kind === 'late' && text.minutes === null) return { bookingId: visit.id, reply: 'askMinutes' }
  await arriveByContact(deps, tx, BY_TEXT, visit, {
    arrival: text.kind,
    lateMinutes: text.kind === 'late' ? text.minutes : null,
  })
  const reply = text.kind === 'on-the-way' ? 'onTheWay' : text.kind
  return { bookingId: visit.id, reply }
}

/** Confirms the next visit and others of the same day, which one reminder covers, or sends the page to move it. */
async function answerReminder(
  deps: BookingDeps,
  tx: TenantTx,
  visits: readonly BookingRow[],
  kind: 'confirm' | 'change',
): Promise<Applied | null> {
  const next = visits.find(({ status, startsAt }) => status !== 'requested' && isAfter(startsAt, tx.now()))
  if (!next) return null
  if (kind === 'change') return { bookingId: next.id, reply: 'change' }
  const day = next.localStartsAt.slice(0, 10)
  for (const visit of visits)
    if (visit.status === 'booked' && visit.localStartsAt.startsWith(day) && isAfter(visit.startsAt, tx.now()))
      await confirmByContact(deps, tx, BY_TEXT, visit)
  return { bookingId: next.id, reply: 'confirmed' }
}
