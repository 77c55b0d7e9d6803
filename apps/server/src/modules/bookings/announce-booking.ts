import type { BookingDetails } from '@frontdesk/contract/api'
import type { BookingState, PageLanguage } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { readBookingConfigs } from '../booking-configs/index.ts'
import { renderFor, replyId, sendAutomaticMessage, withdrawMessages } from '../messages/index.ts'
import { addInternalMessage } from '../threads/index.ts'
import type { BookingAuthor } from './author.ts'
import { MAILED_CHANGES } from './booking-change.ts'
import type { BookingDeps } from './deps.ts'
import { bookingAnnounced, bookingCardAdded } from './events.ts'
import { type ContactThread, findForText, findThread, type VisitForContact } from './find-thread.ts'
import { renderBusinessText, renderOurText } from './render-visit-text.ts'

interface Announcement {
  id: string
  state: BookingState
  previousStartsAt?: string | null
  /** Whether the contact is told by text, and by email if they have an address. */
  tellsContact: boolean
  /** Writes what is added to the text, such as a link to pay. */
  addition?: TextAddition | undefined
}

export type TextAddition = (message: { messageId: string; conversationId: string }) => Promise<string>

/** Data of a booking for its announcement, with its locked conversation, if there is one. */
export interface Announced {
  booking: VisitForContact
  conversation?: ContactThread
}

/** The author of texts about bookings. */
export const BOOKINGS_AUTHOR = 'Bookings'

/** The texts of the settings that tell contacts. */
const TEXTS = {
  requested: 'requestedText',
  booked: 'bookedText',
  rescheduled: 'rescheduledText',
  cancelled: 'cancelledText',
  declined: 'declinedText',
} as const

/** Adds a card to the conversation with the contact of a booking, and texts them, if they are to be told. */
export async function announceBooking(
  deps: BookingDeps,
  tx: TenantTx,
  author: BookingAuthor,
  { id, state, previousStartsAt = null, tellsContact, addition }: Announcement,
): Promise<Announced | undefined> {
  const booking = await findForText(deps, tx, id)
  if (!booking) return undefined
  const mailed = MAILED_CHANGES.find((each) => each === state)
  if (tellsContact && mailed)
    await bookingAnnounced.record(tx, {
      at: tx.now(),
      data: { bookingID: id, version: booking.version, state: mailed },
    })
  const template =
    tellsContact && state in TEXTS ? (await readBookingConfigs(tx))[TEXTS[state as keyof typeof TEXTS]] : ''
  const conversation = await findThread(tx, author.viewer, booking, {
    starts: template !== '' || addition !== undefined,
  })
  if (!conversation) return { booking }
  const details: BookingDetails = {
    bookingID: id,
    state,
    serviceName: booking.serviceNames.join(' + '),
    startsAt: booking.startsAt,
    previousStartsAt,
  }
  const card = { id: newId(), type: 'booking-update', body: '', data: { booking: details } } as const
  const addedCard = await addInternalMessage(deps, tx, {
    ...card,
    conversation,
    event: bookingCardAdded.of(),
    author,
    isSame: () => false,
  })
  const { viaId, contactId, contactName } = conversation
  const thread = { ...addedCard.conversation, viaId, contactId, contactName }
  const announced = { booking, conversation: thread }
  if (template === '' && !addition) return announced
  const messageId = announcementId(id, booking.version)
  const text = await renderFor(tx, thread, await renderBusinessText(tx, booking, template))
  const added = await addition?.({ messageId, conversationId: thread.id })
  await sendAutomaticMessage(deps, tx, {
    conversation: thread,
    id: messageId,
    body: [text, added].filter(Boolean).join(' '),
    cause: 'booking',
    authorName: BOOKINGS_AUTHOR,
  })
  return announced
}

/** The id of the text that announces a version of a booking. */
const announcementId = (id: string, version: number): string => replyId(`booking ${id} ${version}`)

/** Withdraws the texts that announced a booking until now and still wait for the carrier. */
export async function withdrawAnnouncements(
  deps: BookingDeps,
  tx: TenantTx,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const queued = await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where(
      'id',
      'in',
      Array.from({ length: version }, (_, index) => announcementId(id, index + 1)),
    )
    .where('deliveryStatus', '=', 'queued')
    .select('id')
    .execute()
  await withdrawMessages(
    deps,
    tx,
    queued.map((message) => message.id),
    'outdated',
  )
}

/** One of our texts about a booking; null without a contact. */
export async function renderForVisit(
  deps: BookingDeps,
  tx: TenantTx,
  id: string,
  write: (language: PageLanguage) => string,
): Promise<string | null> {
  const booking = await findForText(deps, tx, id)
  return booking ? renderOurText(booking, write) : null
}

/** A text of the booking settings about a booking; null without a contact. */
export async function renderSettingForVisit(
  deps: BookingDeps,
  tx: TenantTx,
  id: string,
  text: string,
): Promise<string | null> {
  const booking = await findForText(deps, tx, id)
  return booking ? renderBusinessText(tx, booking, text) : null
}
