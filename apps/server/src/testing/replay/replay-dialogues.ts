import { contract, type Message } from '@frontdesk/contract/api'
import { toSid } from '@frontdesk/contract/rules'
import { parseKeyword } from '../../modules/messaging/keywords.ts'
import { addDifferences, compareThreads, type Differences, NO_DIFFERENCES } from './compare-threads.ts'
import type { Dialogue, Turn } from './dialogues.ts'
import { signUpTenant, type TenantSession } from './tenant-session.ts'
import { watchMessages } from './watch-messages.ts'

export interface ReplayOptions {
  url: string
  dialogues: readonly Dialogue[]
  /** Number of conversations that run at the same time. */
  concurrency: number
  /** Called with the business's number before the first text, for example to inject carrier faults. */
  prepare?: (number: string) => Promise<unknown>
  onProgress?: (done: number) => void
}

export interface ReplayReport {
  conversations: number
  messages: number
  /** Dialogues with a keyword that the carrier handles (STOP, HELP), which cannot be replayed unchanged. */
  skipped: number
  /** The business's side, from the API. */
  inbox: Differences & { conversations: number; messages: number; gaps: number; undelivered: number }
  /** The contacts' side, from their phones. */
  phones: Differences & { messages: number; undelivered: number }
}

const isClean = ({ missing, duplicated, outOfOrder }: Differences) => missing + duplicated + outOfOrder === 0

/** Whether both sides contain exactly the replayed turns. */
export const isFaithful = ({ conversations, messages, inbox, phones }: ReplayReport): boolean =>
  isClean(inbox) &&
  isClean(phones) &&
  inbox.gaps + inbox.undelivered + phones.undelivered === 0 &&
  inbox.conversations === conversations &&
  inbox.messages === messages &&
  phones.messages === messages

/**
 * Replays conversations at a new business: contacts text from their phones, the business replies through the API, each
 * turn after the previous one has arrived. Then compares both sides with the dialogues.
 *
 * Dialogues with STOP, HELP or another keyword that the carrier handles are skipped and counted. YES is not a keyword
 * for a contact who has not opted out.
 */
export async function replayDialogues(options: ReplayOptions): Promise<ReplayReport> {
  const { url, concurrency } = options
  const dialogues = options.dialogues.filter(({ turns }) => !turns.some(isKeyword))
  const session = await signUpTenant(url, 'Replay')
  const [location] = (await session.call(contract.locations.getLocations, undefined)).locations
  if (!location) throw new Error('The new business has no location.')
  const { data: purchase } = await session.call(contract.phoneNumbers.create, {
    areaCode: '212',
    locationID: location.id,
    requestId: crypto.randomUUID(),
  })
  const number = purchase.phoneNumber
  await options.prepare?.(number)

  const live = await watchMessages(url, session)
  const queue = dialogues.map((dialogue, n) => ({ dialogue, phone: phoneOf(n) }))
  let done = 0
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await replayDialogue({ url, session, number, live, ...next })
      done += 1
      options.onProgress?.(done)
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, worker))
  } finally {
    live.close()
  }

  const inbox = await readInbox(session)
  const report: ReplayReport = {
    conversations: dialogues.length,
    messages: dialogues.reduce((sum, { turns }) => sum + turns.length, 0),
    skipped: options.dialogues.length - dialogues.length,
    inbox: { ...NO_DIFFERENCES, conversations: inbox.size, messages: 0, gaps: 0, undelivered: 0 },
    phones: { ...NO_DIFFERENCES, messages: 0, undelivered: 0 },
  }
  for (const [n, { turns }] of dialogues.entries()) {
    const phone = phoneOf(n)
    const messages = inbox.get(phone) ?? []
    Object.assign(report.inbox, addDifferences(report.inbox, compareThreads(turns, messages.map(toTurn))))
    report.inbox.messages += messages.length
    report.inbox.gaps += messages.filter(({ index }, at) => index !== at + 1).length
    report.inbox.undelivered += messages.filter(
      ({ attributes, deliveryStatus }) => attributes.isOutgoingMessage && deliveryStatus !== 'delivered',
    ).length

    const phoneMessages = await readPhone(url, phone, number)
    const phoneTurns = phoneMessages.map(
      ({ direction, body }): Turn => ({
        speaker: direction === 'inbound' ? 'customer' : 'business',
        text: body,
      }),
    )
    Object.assign(report.phones, addDifferences(report.phones, compareThreads(turns, phoneTurns)))
    report.phones.messages += phoneMessages.length
    report.phones.undelivered += phoneMessages.filter(
      ({ direction, status }) => direction !== 'inbound' && status !== 'delivered',
    ).length
  }
  return report
}

const isKeyword = ({ speaker, text }: Turn) =>
  speaker === 'customer' && parseKeyword(text, undefined, false).keyword !== null

/** Phone number of the contact of dialogue `n`. */
const phoneOf = (n: number) => `+1415${2_000_000 + n}`

const toTurn = ({ attributes, body }: Message): Turn => ({
  speaker: attributes.isOutgoingMessage ? 'business' : 'customer',
  text: body,
})

interface DialogueRun {
  url: string
  session: TenantSession
  number: string
  live: Awaited<ReturnType<typeof watchMessages>>
  dialogue: Dialogue
  phone: string
}

async function replayDialogue({ url, session, number, live, dialogue, phone }: DialogueRun): Promise<void> {
  let conversationSid = ''
  for (const [n, { speaker, text }] of dialogue.turns.entries()) {
    if (speaker === 'customer') {
      const arrives = live.next(
        ({ message, phoneNumber }) => phoneNumber === phone && message.index === n + 1,
        async () => {
          const message = await findMessage(session, phone, number, n + 1)
          return message && { message, phoneNumber: phone }
        },
      )
      const response = await fetch(`${url}/sandbox/api/phones/${phone}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to: number, body: text }),
      })
      if (!response.ok) throw new Error(`Failed to send a text: ${await response.text()}`)
      conversationSid = (await arrives).message.conversationSid
    } else {
      if (conversationSid === '') conversationSid = await start(session, phone, number)
      const clientMessageId = crypto.randomUUID()
      const sid = toSid('IM', clientMessageId)
      const isDelivered = (message: Message) => message.sid === sid && message.deliveryStatus === 'delivered'
      const arrives = live.next(
        ({ message }) => isDelivered(message),
        async () => {
          const message = await findMessage(session, phone, number, n + 1)
          return message && isDelivered(message) ? { message, phoneNumber: phone } : null
        },
      )
      await session.call(contract.messages.send, { conversationSid, text, clientMessageId })
      await arrives
    }
  }
}

const start = async (session: TenantSession, phone: string, number: string) =>
  (
    await session.call(contract.conversations.getSetSms, {
      contactPhoneNumber: phone,
      tenantPhoneNumber: number,
    })
  ).data.sid

async function findMessage(session: TenantSession, phoneNumber: string, tenantPhoneNumber: string, index: number) {
  const { data } = await session.call(contract.conversations.getByPhoneNumber, { phoneNumber, tenantPhoneNumber })
  const [conversation] = data.conversations
  if (!conversation) return null
  const page = await session.call(contract.messages.getListByConversationIds, {
    conversationIds: [conversation.sid],
    afterIndex: index - 1,
    pageSize: 1,
  })
  return page.data.conversations[0]?.items[0] ?? null
}

/** All messages of open and closed conversations by the contact's number. */
async function readInbox(session: TenantSession): Promise<Map<string, Message[]>> {
  const threads = new Map<string, Message[]>()
  for (const isClosed of [false, true]) {
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof listPage>> = await listPage(session, isClosed, cursor)
      for (const { sid, phoneNumber } of page.data.conversations) {
        // A second conversation with the same phone shows up as duplicated messages.
        threads.set(phoneNumber, [...(threads.get(phoneNumber) ?? []), ...(await readThread(session, sid))])
      }
      cursor = page.paging.hasNextPage ? page.paging.nextCursor : null
    } while (cursor !== null)
  }
  return threads
}

const listPage = (session: TenantSession, isClosed: boolean, cursor: string | null) =>
  session.call(contract.conversations.getList, { isClosed, pageSize: 100, ...(cursor !== null && { cursor }) })

async function readThread(session: TenantSession, sid: string): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const { data } = await session.call(contract.messages.getListByConversationIds, {
      conversationIds: [sid],
      afterIndex: all.at(-1)?.index ?? 0,
      pageSize: 100,
    })
    const page = data.conversations[0]
    all.push(...(page?.items ?? []))
    if (!page?.hasNextPage) return all
  }
}

async function readPhone(url: string, phone: string, number: string) {
  const query = new URLSearchParams({ number, limit: '5000' })
  const response = await fetch(`${url}/sandbox/api/phones/${phone}/messages?${query}`)
  if (!response.ok) throw new Error(`Failed to read a phone: ${await response.text()}`)
  const { messages } = (await response.json()) as { messages: { direction: string; body: string; status: string }[] }
  return messages
}
