import { setTimeout as pause } from 'node:timers/promises'
import { contract } from '@frontdesk/contract/api'
import { replyId } from '../../modules/messages/reply-id.ts'
import {
  type AnsweredVisit,
  adopt,
  type ClientContext,
  createVisit,
  describe,
  iso,
  matches,
  readVisit,
  statusAfterMove,
  unlessRefused,
} from './booking-history.ts'
import { textBusiness } from './campaign-load.ts'
import { query } from './kills.ts'

const { bookingOffers, conversations } = contract

const ANSWERED_WITHIN_MS = 90_000
const POLL_MS = 150
/** Further texts of an hour may be left to the team, so that nobody talks with an auto-responder. */
const TEXTS_MAX = 12
/** How often a contact looks at other times, or at new ones after theirs were taken. */
const CHOICES_MAX = 4

interface OfferedTime {
  number: number
  startsOnUtc: string
}

/** Contacts who text: they choose times that the team offers, confirm and move visits. */
export function createTexters(context: ClientContext) {
  const { system, business, history, random, newPhone, pickDay } = context
  const { chance } = random
  const said = new Map<string, number>()
  const isSilent = ({ phone }: AnsweredVisit) => (said.get(phone) ?? 0) > TEXTS_MAX

  /** Texts the business, and waits for the reply. */
  async function say(phone: string, body: string): Promise<{ messageId: string; reply: string }> {
    said.set(phone, (said.get(phone) ?? 0) + 1)
    await textBusiness(system, { from: phone, to: business.number, body })
    const [message] = await query<{ id: string }>(
      system,
      `select m.id from contacts t join conversations c on c.tenant_id = t.tenant_id and c.contact_id = t.id
       join messages m on m.tenant_id = c.tenant_id and m.conversation_id = c.id and not m.is_outgoing
       where t.tenant_id = $1 and t.phone = $2 order by m.index desc limit 1`,
      [business.tenantId, phone],
    )
    const messageId = message?.id ?? ''
    const startedAt = performance.now()
    while (performance.now() - startedAt < ANSWERED_WITHIN_MS) {
      const [reply] = await query<{ body: string }>(system, 'select body from messages where id = $1', [
        replyId(messageId),
      ])
      if (reply) return { messageId, reply: reply.body }
      await pause(POLL_MS)
    }
    history.violations.push(`lost: the text "${body}" of ${phone} was not answered`)
    return { messageId, reply: '' }
  }

  /** The times that are offered to a phone. */
  const readOffer = (phone: string): Promise<OfferedTime[]> =>
    query(
      system,
      `select x.position as number, ${iso('x.starts_at')} as "startsOnUtc" from contacts t
       join booking_offers o on o.tenant_id = t.tenant_id and o.contact_id = t.id and o.state = 'open'
       join booking_offer_times x on x.tenant_id = o.tenant_id and x.offer_id = o.id and x.page = o.page
       where t.tenant_id = $1 and t.phone = $2`,
      [business.tenantId, phone],
    )

  /** Chooses among offered times until one is taken; null: the contact gave up. */
  async function choose(phone: string, isTaken: RegExp): Promise<{ messageId: string; startsOnUtc: string } | null> {
    for (let choice = 0; choice < CHOICES_MAX; choice++) {
      const chosen = random.pick(await readOffer(phone))
      if (!chosen || chance(0.15)) return null
      const isOther = chance(0.2)
      const { messageId, reply } = await say(phone, isOther ? '0' : String(chosen.number))
      if (isTaken.test(reply)) return { messageId, startsOnUtc: chosen.startsOnUtc }
    }
    return null
  }

  /** The team offers times to a contact, who chooses one. */
  async function book(): Promise<AnsweredVisit | null> {
    const phone = newPhone()
    await textBusiness(system, { from: phone, to: business.number, body: 'Hello, do you have time for me?' })
    const response = await business.call(conversations.getByPhoneNumber, {
      phoneNumber: phone,
      tenantPhoneNumber: business.number,
    })
    const [conversation] = unlessRefused(context, 'reading a conversation', response, [])?.data.conversations ?? []
    if (!conversation) {
      history.violations.push(`lost: the conversation with ${phone} is not there`)
      return null
    }
    const items = [...(random.pick(business.visits) ?? [])]
    const offer = await business.call(bookingOffers.create, {
      ...{ clientMessageId: crypto.randomUUID(), conversationSid: conversation.sid },
      ...{ locationID: business.locationID, items, from: pickDay() },
    })
    if (!unlessRefused(context, 'offering times', offer, ['NoFreeTime'])) return null
    const chosen = await choose(phone, BOOKED)
    if (!chosen) return null
    const [row] = await query<{ id: string }>(
      system,
      'select booking_id as id from booking_offers where answered_message_id = $1',
      [chosen.messageId],
    )
    if (!row?.id) {
      history.violations.push(`lost: ${phone} was told that they are booked, and are not`)
      return null
    }
    const state = await readVisit(context, row.id)
    assertIs(row.id, state, { status: 'booked', startsOnUtc: chosen.startsOnUtc })
    return createVisit(context, { id: row.id, phone, items, ...state })
  }

  /** Asks for other times for a visit, and chooses one. */
  async function move(visit: AnsweredVisit): Promise<void> {
    const { phone, id } = visit
    if (isSilent(visit)) return
    const status = statusAfterMove(visit)
    await say(phone, 'R')
    const chosen = await choose(phone, MOVED)
    if (!chosen) return
    const state = await readVisit(context, id)
    assertIs(id, state, { status, startsOnUtc: chosen.startsOnUtc })
    visit.texts.rescheduled += 1
    adopt(visit, state)
  }

  async function confirm(visit: AnsweredVisit): Promise<void> {
    const { phone, id, startsOnUtc, status } = visit
    if (isSilent(visit)) return
    const { reply } = await say(phone, 'C')
    const state = await readVisit(context, id)
    const isConfirmed = CONFIRMED.test(reply)
    if (!isConfirmed) history.violations.push(`the visit ${id} was to be confirmed, the reply was: ${reply}`)
    assertIs(id, state, { status: isConfirmed ? 'confirmed' : status, startsOnUtc })
    adopt(visit, state)
  }

  function assertIs(id: string, state: Awaited<ReturnType<typeof readVisit>>, told: Parameters<typeof matches>[1]) {
    if (!matches(state, told))
      history.violations.push(`the contact of ${id} was told ${describe(told)}, it is ${describe(state)}`)
  }

  return { book, move, confirm }
}

const BOOKED = /you are booked at/
const MOVED = /is now on/
const CONFIRMED = /is confirmed/
