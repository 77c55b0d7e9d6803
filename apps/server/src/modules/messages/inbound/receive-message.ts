import { maskCardNumbers } from '@frontdesk/contract/rules'
import { CompiledQuery, sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { createKeyedQueue } from '../../../platform/keyed-queue.ts'
import { unsnoozeChange } from '../../attention/index.ts'
import { startChange } from '../../changes/index.ts'
import { announce, getOrStartConversation } from '../../conversations/index.ts'
import {
  findRevocation,
  mayBeKeyword,
  openConsentReview,
  type Revocation,
  readEstimateText,
  readOptInWord,
  readVisitText,
} from '../../messaging/index.ts'
import type { NumberRoute } from '../../phone-numbers/index.ts'
import { messageChanged, messageCreated, newMessage, preview } from '../../threads/index.ts'
import { applyReaction } from '../apply-reaction.ts'
import type { MessageDeps } from '../deps.ts'
import { applyConsent, type ConsentResult, pairOf } from './apply-consent.ts'
import { isOptIn } from './apply-opt-in.ts'
import { isAutoresponse } from './autoresponse.ts'
import { maskAcrossTexts, mayContinueCard } from './mask-across-texts.ts'
import { type InboundRow, RECEIVE_BATCH, RECEIVE_BY_ID, type ReceivedRow } from './receive-statement.ts'
import { parseTapback, type Tapback } from './tapback.ts'

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

type ArrivedText = InboundText & { at: string }

interface StoredText {
  row: ReceivedRow
  /** The merged conversation whose number pair received it. */
  viaId: string | null
  reaction: Awaited<ReturnType<typeof applyReaction>>
}

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

async function storeText(deps: MessageDeps, route: NumberRoute, text: ArrivedText): Promise<Received> {
  const { at } = text
  const inbound = toInboundRow(route, text)
  // Parse reactions first: a thumbs-up on "Reply STOP to opt out" quotes the keyword but is not an opt-out.
  const tapback = text.optOutType === undefined ? parseTapback(text.body) : null
  const mayBeRequest = text.optOutType !== undefined || mayBeKeyword(text.body)
  const revocation = tapback || mayBeRequest ? null : findRevocation(text.body)
  const optInWord = tapback || text.optOutType !== undefined ? null : readOptInWord(text.body)
  const mayOptIn =
    optInWord !== null && (await deps.inTenant(route, (tx) => isOptIn(tx, pairOf(route, text), optInWord)))
  const isPlain = !tapback && !mayBeRequest && !mayOptIn && revocation === null
  const store = async (): Promise<StoredText | undefined> => {
    const row = isPlain && (await deps.database.inBatch<ReceivedRow>(route, RECEIVE_BATCH, inbound))
    if (row) return { row, viaId: null, reaction: null }
    return deps.inTenant(route, (tx) =>
      storeInTransaction(deps, tx, route, { text, inbound, tapback, revocation, optInWord }),
    )
  }
  const storeOnce = () =>
    store().catch((error) => {
      // A concurrent delivery of the same webhook has stored it.
      if (violates(error, 'messages_provider_sid')) return undefined
      throw error
    })
  let stored = await storeOnce()
  // Not stored, now or before: its conversation was deleted concurrently, so retry with a new one.
  for (let attempt = 0; !stored && attempt < 3; attempt++) {
    if (await deps.inTenant(route, (tx) => isStored(tx, text.providerSid))) break
    stored = await storeOnce()
  }
  if (!stored) return 'duplicate'

  const { row: scope, reaction } = stored
  const events = [
    messageCreated(scope.eventId, at, scope, toMessage(text, inbound, stored)),
    ...(reaction ? [messageChanged(reaction.eventId, at, reaction.message)] : []),
  ]
  deps.database.runAfterCommit(() => announce(deps, route.tenantId, scope, events))
  return 'stored'
}

function toInboundRow(route: NumberRoute, { providerSid, from, body, media, at }: ArrivedText): InboundRow {
  const type = media.length > 0 ? 'media' : 'text'
  return {
    id: newId(),
    tenant_phone: route.phoneNumber,
    contact_phone: from,
    provider_sid: providerSid,
    body,
    preview: preview(
      body,
      media.map(({ contentType }) => contentType),
    ),
    type,
    at,
    data: {
      hasMedia: type === 'media',
      ...(body.includes('://') && { hasLink: true }),
      ...(isAutoresponse(body) && { isAutoresponse: true }),
      ...(readVisitText(body) !== null && { isAboutVisit: true }),
      ...(readEstimateText(body) !== null && { isAboutEstimate: true }),
    },
    media: media.map(({ url, contentType }, position) => ({
      id: newId(),
      position,
      filename: filenameFor(contentType, position),
      content_type: contentType,
      url,
    })),
  }
}

const toMessage = (text: ArrivedText, { id, type, media }: InboundRow, { row, viaId, reaction }: StoredText) =>
  newMessage({
    id,
    conversationId: row.id,
    viaId,
    index: row.latestIndex,
    type,
    isOutgoing: false,
    author: text.from,
    body: text.body,
    data: reaction?.data ?? null,
    createdAt: text.at,
    media: media.map(({ id: fileId, filename, content_type: contentType }) => ({
      id: fileId,
      filename,
      contentType,
      byteSize: null,
      width: null,
      height: null,
      state: 'fetching',
    })),
  })

interface TextToStore {
  text: ArrivedText
  inbound: InboundRow
  tapback: Tapback | null
  revocation: Revocation
  optInWord: string | null
}

/** Stores a text that may be more than a message, or whose conversation is snoozed, merged or does not exist yet. */
async function storeInTransaction(
  deps: MessageDeps,
  tx: TenantTx,
  route: NumberRoute,
  { text, inbound, tapback, revocation, optInWord }: TextToStore,
): Promise<StoredText | undefined> {
  if (await isStored(tx, text.providerSid)) return undefined
  const { at } = text
  const messageId = inbound.id
  const { id: conversationId, viaId } = await getOrStartConversation(tx, {
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
    : await applyConsent(deps, tx, route, text, { messageId, conversationId, at, revocation, optInWord })
  // After the keyword, which locks all conversations of the contact in order.
  await unsnoozeOnReply(deps, tx, conversationId)
  const row = await storeById(tx, {
    ...inbound,
    conversation_id: conversationId,
    via_id: viaId,
    data: { ...inbound.data, ...eventData },
  })
  if (!row) return undefined
  if (reviewOf)
    await openConsentReview(tx, {
      messageId,
      conversationId: row.id,
      scope: row,
      contactPhone: text.from,
      tenantPhone: route.phoneNumber,
      ...reviewOf,
      at,
    })
  const reaction =
    tapback &&
    (await applyReaction(tx, tapback, { messageId, conversationId: row.id, from: text.from, scope: row }, at))
  return { row, viaId, reaction }
}

async function storeById(tx: TenantTx, inbound: InboundRow): Promise<ReceivedRow | undefined> {
  const row = { position: 0, tenant_id: tx.tenantId, ...inbound }
  const { rows } = await tx.executeQuery<ReceivedRow>(CompiledQuery.raw(RECEIVE_BY_ID, [JSON.stringify([row])]))
  return rows[0]
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
