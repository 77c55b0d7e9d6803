import { maskCardNumbers } from '@frontdesk/contract/rules'
import { CompiledQuery, sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { createKeyedQueue } from '../../../platform/keyed-queue.ts'
import { unsnoozeChange } from '../../attention/index.ts'
import {
  lockConversationsOfNumbers,
  refreshConversations,
  startChange,
  updateBlockedAndOptedOut,
} from '../../changes/index.ts'
import { recordContactOfNumberUpdated } from '../../contact-rows/index.ts'
import { contactChanged } from '../../conversations/events.ts'
import { announce, getOrStartConversation } from '../../conversations/index.ts'
import {
  findRevocation,
  isOptedOut,
  mayBeKeyword,
  openConsentReview,
  parseKeyword,
  type Revocation,
  readEstimateText,
  readOptInWord,
  readVisitText,
  recordConsent,
} from '../../messaging/index.ts'
import type { NumberRoute } from '../../phone-numbers/index.ts'
import { messageChanged, messageCreated, newMessage, preview } from '../../threads/index.ts'
import { applyReaction } from '../apply-reaction.ts'
import type { MessageDeps } from '../deps.ts'
import { applyOptIn, isOptIn } from './apply-opt-in.ts'
import { isAutoresponse } from './autoresponse.ts'
import { maskAcrossTexts, mayContinueCard } from './mask-across-texts.ts'
import { type InboundRow, RECEIVE_BATCH, RECEIVE_BY_ID, type ReceivedRow } from './receive-statement.ts'
import { parseTapback } from './tapback.ts'

export interface InboundText {
  providerSid: string
  from: string
  body: string
  optOutType: string | undefined
  media: { url: string; contentType: string }[]
  /** When the carrier received it; defaults to now. */
  at?: string
}

export type Received = 'stored' | 'duplicate'

/** Serializes the texts of a conversation, so that they are numbered in order of arrival. */
const serialize = createKeyedQueue()

/** Stores an inbound text once, however often it is delivered, and pushes it to everyone who may see it. */
export const receiveMessage = (deps: MessageDeps, route: NumberRoute, text: InboundText): Promise<Received> =>
  serialize(`${route.tenantId} ${route.phoneNumber} ${text.from}`, async () => {
    const at = text.at ?? deps.now()
    // PostgreSQL rejects JSON with unpaired surrogates. Card numbers are masked before anything is stored.
    const body = maskCardNumbers(text.body.toWellFormed())
    const masked = mayContinueCard(body)
      ? await deps.inTenant(route, (tx) => maskAcrossTexts(deps, tx, { ...text, at, body }))
      : body
    return storeText(deps, route, { ...text, at, body: masked })
  })

async function storeText(deps: MessageDeps, route: NumberRoute, text: InboundText & { at: string }): Promise<Received> {
  const { at } = text
  const id = newId()
  const media = text.media.map(({ url, contentType }, position) => ({
    id: newId(),
    position,
    filename: filenameFor(contentType, position),
    contentType,
    url,
  }))
  const inbound: InboundRow = {
    id,
    tenant_phone: route.phoneNumber,
    contact_phone: text.from,
    provider_sid: text.providerSid,
    body: text.body,
    preview: preview(
      text.body,
      media.map(({ contentType }) => contentType),
    ),
    type: media.length > 0 ? 'media' : 'text',
    at,
    data: {
      hasMedia: media.length > 0,
      ...(text.body.includes('://') && { hasLink: true }),
      ...(isAutoresponse(text.body) && { isAutoresponse: true }),
      ...(readVisitText(text.body) !== null && { isAboutVisit: true }),
      ...(readEstimateText(text.body) !== null && { isAboutEstimate: true }),
    },
    media: media.map(({ contentType, ...file }) => ({ ...file, content_type: contentType })),
  }
  let viaId: string | null = null

  // Parse reactions first: a thumbs-up on "Reply STOP to opt out" quotes the keyword but is not an opt-out.
  const tapback = text.optOutType === undefined ? parseTapback(text.body) : null
  const applied: { reaction: Awaited<ReturnType<typeof applyReaction>> } = { reaction: null }
  const mayBeRequest = text.optOutType !== undefined || mayBeKeyword(text.body)
  const revocation = tapback || mayBeRequest ? null : findRevocation(text.body)
  const optInWord = tapback || text.optOutType !== undefined ? null : readOptInWord(text.body)
  const mayOptIn =
    optInWord !== null && (await deps.inTenant(route, (tx) => isOptIn(tx, pairOf(route, text), optInWord)))
  const isPlain = !tapback && !mayBeRequest && !mayOptIn && revocation === null
  const store = async (): Promise<ReceivedRow | undefined> => {
    if (isPlain) {
      const row = await deps.database.inBatch<ReceivedRow>(route, RECEIVE_BATCH, inbound)
      if (row) {
        viaId = null
        return row
      }
    }
    return deps.inTenant(route, async (tx) => {
      if (await isStored(tx, text.providerSid)) return undefined
      const thread = await getOrStartConversation(tx, {
        contactPhone: text.from,
        tenantPhone: route.phoneNumber,
        phoneNumberId: route.phoneNumberId,
        locationId: await locationOf(tx, route.phoneNumberId),
        contactName: '',
        assigneeId: null,
        source: 'sms',
        at,
        startedBy: null,
      })
      const { reviewOf, ...eventData }: ConsentResult = tapback
        ? { isReaction: true }
        : await applyConsent(deps, tx, route, text, {
            messageId: id,
            conversationId: thread.id,
            at,
            revocation,
            optInWord,
          })
      // After the keyword, which locks all conversations of the contact in order.
      await unsnoozeOnReply(deps, tx, thread.id)
      viaId = thread.viaId
      const row = await storeById(tx, {
        ...inbound,
        conversation_id: thread.id,
        via_id: viaId,
        data: { ...inbound.data, ...eventData },
      })
      if (row && reviewOf)
        await openConsentReview(tx, {
          messageId: id,
          conversationId: row.id,
          scope: row,
          contactPhone: text.from,
          tenantPhone: route.phoneNumber,
          ...reviewOf,
          at,
        })
      if (tapback) {
        if (row)
          applied.reaction = await applyReaction(
            tx,
            tapback,
            { messageId: id, conversationId: row.id, from: text.from, scope: row },
            at,
          )
      }
      return row
    })
  }

  const storeOnce = () =>
    store().catch((error) => {
      // A concurrent delivery of the same webhook has stored it.
      if (violates(error, 'messages_provider_sid')) return undefined
      throw error
    })
  let row = await storeOnce()
  // Not stored, now or before: its conversation was deleted concurrently, so retry with a new one.
  for (let attempt = 0; !row && attempt < 3; attempt++) {
    if (await deps.inTenant(route, (tx) => isStored(tx, text.providerSid))) break
    row = await storeOnce()
  }
  if (!row) return 'duplicate'

  const message = newMessage({
    id,
    conversationId: row.id,
    viaId,
    index: row.latestIndex,
    type: media.length > 0 ? 'media' : 'text',
    isOutgoing: false,
    author: text.from,
    body: text.body,
    data: applied.reaction?.data ?? null,
    createdAt: at,
    media: media.map(({ id: fileId, filename, contentType }) => ({
      id: fileId,
      filename,
      contentType,
      byteSize: null,
      width: null,
      height: null,
      state: 'fetching',
    })),
  })
  const events = [
    messageCreated(row.eventId, at, row, message),
    ...(applied.reaction ? [messageChanged(applied.reaction.eventId, at, applied.reaction.message)] : []),
  ]
  const scope = row
  deps.database.runAfterCommit(() => announce(deps, route.tenantId, scope, events))
  return 'stored'
}

async function storeById(tx: TenantTx, inbound: InboundRow): Promise<ReceivedRow | undefined> {
  const row = { position: 0, tenant_id: tx.tenantId, ...inbound }
  const { rows } = await tx.executeQuery<ReceivedRow>(CompiledQuery.raw(RECEIVE_BY_ID, [JSON.stringify([row])]))
  return rows[0]
}

const pairOf = (route: NumberRoute, text: InboundText) => ({ contactPhone: text.from, tenantPhone: route.phoneNumber })

interface ConsentResult {
  isReaction?: true
  keyword?: 'stop' | 'start' | 'help' | 'opt-in'
  /** The keyword is the meaning of a sentence, which may say more. */
  isSentence?: true
  /** What to reply to. */
  answer?: 'stop' | 'start' | 'help' | 'opt-in-question' | 'opt-in-confirmation'
  /** A teammate has to decide whether it is an opt-out, unless the contact is opted out already. */
  reviewOf?: { isOptedOut: boolean }
}

/** Applies an opt-out, opt-in or help keyword, or a sentence that opts out. Returns event data. */
async function applyConsent(
  deps: MessageDeps,
  tx: TenantTx,
  route: NumberRoute,
  text: InboundText,
  {
    messageId,
    conversationId,
    at,
    revocation,
    optInWord,
  }: { messageId: string; conversationId: string; at: string; revocation: Revocation; optInWord: string | null },
): Promise<ConsentResult> {
  const threads = await lockConversationsOfNumbers(tx, [text.from])
  const pair = pairOf(route, text)
  // An opt-out at another of our numbers holds here too, unless they opted in to this one.
  const { isOptedOutHere } = await tx
    .selectNoFrom(isOptedOut(tx, text.from, route.phoneNumber).as('isOptedOutHere'))
    .executeTakeFirstOrThrow()
  const optOut = await tx
    .selectFrom('optOuts')
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', text.from)
    .where('isOptedOut', '=', true)
    .select('tenantPhone')
    .executeTakeFirst()
  const parsed = parseKeyword(text.body, text.optOutType, optOut !== undefined)
  const keyword = parsed.keyword ?? (revocation === 'opt-out' ? 'stop' : null)
  if (!keyword) {
    const answer =
      optInWord === null ? null : await applyOptIn(tx, pair, { word: optInWord, body: text.body, messageId, at })
    if (answer) return { keyword: 'opt-in', answer }
    return revocation === 'review' ? { reviewOf: { isOptedOut: isOptedOutHere } } : {}
  }
  const kind = ({ stop: 'opt-out', start: 'opt-in', help: 'help' } as const)[keyword]
  await recordConsent(tx, { ...pair, kind, purpose: 'all', source: 'text', wording: text.body, messageId, at })
  if (kind !== 'help') {
    // An opt-out applies to all our numbers, so update the contact's other conversations. This one is published with
    // the text.
    await updateBlockedAndOptedOut(tx, [conversationId])
    const others = threads.filter((id) => id !== conversationId)
    await refreshConversations(deps, tx, others, { event: contactChanged.of(), at })
    // Lists of contacts and subscribers follow.
    await recordContactOfNumberUpdated(tx, null, text.from)
  }
  // Confirm an opt-out once, whichever number of ours it is repeated to: carriers forbid a second confirmation.
  const isRepeated = keyword === 'stop' && isOptedOutHere
  const isAnswered = !parsed.isAnsweredByCarrier && !isRepeated
  return { keyword, ...(!parsed.keyword && { isSentence: true }), ...(isAnswered && { answer: keyword }) }
}

/** A reply ends a snooze, with an update in the thread; one from a blocked number does not. */
const unsnoozeOnReply = (deps: MessageDeps, tx: TenantTx, id: string) =>
  unsnoozeChange.apply(startChange(deps, tx, { by: null, only: sql<boolean>`not c.is_blocked` }), [id], {})

/** Whether the text is stored, or was and has been deleted with its conversation. */
const isStored = async (tx: TenantTx, providerSid: string) =>
  (await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('providerSid', '=', providerSid)
    .select('providerSid')
    .unionAll(
      tx
        .selectFrom('deletedTexts')
        .where('tenantId', '=', tx.tenantId)
        .where('providerSid', '=', providerSid)
        .select('providerSid'),
    )
    .executeTakeFirst()) !== undefined

const locationOf = async (tx: TenantTx, phoneNumberId: string) =>
  (
    await tx
      .selectFrom('phoneNumbers')
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', phoneNumberId)
      .select('locationId')
      .executeTakeFirstOrThrow()
  ).locationId

const EXTENSIONS: Record<string, string> = { jpeg: 'jpg', plain: 'txt', quicktime: 'mov' }

const filenameFor = (contentType: string, position: number) => {
  const [kind = 'file', extension = 'bin'] = contentType.split('/')
  return `${kind.replace(/\W/g, '')}-${position + 1}.${EXTENSIONS[extension] ?? extension.replace(/\W.*/, '')}`
}
