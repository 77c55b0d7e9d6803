import { CompiledQuery, sql } from 'kysely'
import type { HotStatement, TenantTx } from '../../platform/database/database.ts'
import { violates } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { mayBeKeyword, readKeyword, recordConsent } from '../messaging/index.ts'
import type { NumberRoute } from '../phone-numbers/index.ts'
import { COUNT_STEPS } from './counts.ts'
import type { ConversationDeps } from './deps.ts'
import { react } from './react.ts'
import { announce, messageChanged, messageCreated } from './realtime.ts'
import {
  CONVERSATION_COLUMNS,
  type ConversationRow,
  preview,
  toConversation,
  toMessage,
  UNMERGED_COLUMNS,
} from './rows.ts'
import { getOrStartConversation } from './start-conversation.ts'
import { readTapback } from './tapback.ts'
import { lockThreads, tellThreads, updateThreads } from './threads.ts'
import { wakeLocked } from './wake-conversation.ts'

export interface InboundText {
  providerSid: string
  from: string
  body: string
  optOutType: string | undefined
  media: { url: string; contentType: string }[]
  /** When the carrier received it, if it is not now. */
  at?: string
}

const FILES = `, media as (
      insert into files (tenant_id, id, message_id, position, filename, content_type, state, provider_url, created_at)
      select $1, f.id, $4::uuid, f.position, f.filename, f."contentType", 'fetching', f.url, $8::timestamptz
      from changed, jsonb_to_recordset($11::jsonb) as f (id uuid, position smallint, filename text, "contentType" text, url text)
    )`

/**
 * The whole of an inbound text in one statement: message, conversation (reopened, unread, newest line), kept totals, event.
 * No row comes back when there is no such conversation yet, when it takes another road
 * (snoozed, merged), or when the message is already here.
 */
const receive = (hasMedia: boolean, { name, where, isBlocked, via, columns }: Road): HotStatement => ({
  name: `receive-${hasMedia ? 'media' : 'text'}-${name}`,
  text: `
    with before as materialized (
      select c.id, c.is_closed, c.unread_messages, c.needs_answer_since
      from conversations c
      where c.tenant_id = $1 and ${where(hasMedia)}
        and not exists (select from messages m where m.tenant_id = $1 and m.provider_sid = $5)
      for no key update of c
    ), changed as (
      update conversations c set
        latest_index = c.latest_index + 1, latest_message = $7, latest_message_at = $8::timestamptz,
        sorted_at = greatest(c.sorted_at, $8::timestamptz),
        latest_is_outgoing = false, latest_delivery_status = null,
        unread_messages = c.unread_messages + case when ${isBlocked} then 0 else 1 end,
        needs_answer_since = case when ${isBlocked} or $10::jsonb ?| '{keyword,isReaction}' then c.needs_answer_since
          else coalesce(c.needs_answer_since, $8::timestamptz) end,
        is_closed = c.is_closed and ${isBlocked}, version = c.version + 1
      from before where c.tenant_id = $1 and c.id = before.id
      returning c.*, before.is_closed as was_closed, before.unread_messages > 0 as was_unread, before.needs_answer_since is not null as was_waiting
    ), counted as (${COUNT_STEPS('changed')}
    ), message as (
      insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author, body, provider_sid, created_at, via_conversation_id)
      select c.tenant_id, $4::uuid, c.id, c.latest_index, $9, false, $3, $6, $5, $8::timestamptz, ${via(hasMedia)} from changed c
    )${hasMedia ? FILES : ''}, event as (
      insert into events (tenant_id, type, location_id, to_user_id, conversation_id, message_id, data, created_at)
      select c.tenant_id, 'message.received', c.location_id, c.to_user_id, c.id, $4::uuid,
        $10::jsonb || jsonb_build_object('isBlocked', ${isBlocked}, 'isReopened', c.was_closed and not c.is_closed,
          'answersInbound', (select t.answers_inbound from tenants t where t.tenant_id = $1)), $8::timestamptz
      from changed c returning id
    )
    select event.id as "eventId", ${columns}
    from event cross join changed c
    join contacts t on t.tenant_id = $1 and t.id = c.contact_id
    left join users u on u.tenant_id = $1 and u.id = c.to_user_id`,
})

/** How a text finds its conversation. */
interface Road {
  name: string
  where: (hasMedia: boolean) => string
  isBlocked: string
  via: (hasMedia: boolean) => string
  columns: string
}

/** Nearly every text: the conversation is there and awake, and nothing was merged into it. */
const PLAIN: Road = {
  name: 'plain',
  where: () => 'c.tenant_phone = $2 and c.contact_phone = $3 and not c.is_snoozed and c.merged_count = 0',
  isBlocked: 'c.is_blocked',
  via: () => 'null::uuid',
  columns: UNMERGED_COLUMNS,
}

const BY_PAIR: Road = {
  ...PLAIN,
  name: 'by-pair',
  where: () => 'c.tenant_phone = $2 and c.contact_phone = $3 and (not c.is_snoozed or c.is_blocked)',
  columns: CONVERSATION_COLUMNS,
}

const viaParameter = (hasMedia: boolean) => `$${hasMedia ? 12 : 11}::uuid`

/** Where the pair was merged into another conversation: by its id. */
const INTO_SURVIVOR: Road = {
  name: 'into-survivor',
  where: (hasMedia) => `c.id = (
        select v.into_id from merged_conversations v
        where v.tenant_id = $1 and v.id = ${viaParameter(hasMedia)} and v.tenant_phone = $2 and v.contact_phone = $3
      )`,
  isBlocked: 'exists (select from blocked_numbers b where b.tenant_id = $1 and b.phone = $3)',
  via: viaParameter,
  columns: CONVERSATION_COLUMNS,
}

const statements = (hasMedia: boolean) => ({
  plain: receive(hasMedia, PLAIN),
  byPair: receive(hasMedia, BY_PAIR),
  intoSurvivor: receive(hasMedia, INTO_SURVIVOR),
})
const STATEMENTS = { text: statements(false), media: statements(true) }

export type Received = 'stored' | 'duplicate'

/** Stores an inbound text once, however often it is delivered, and tells everyone who may see it. */
export async function receiveMessage(deps: ConversationDeps, route: NumberRoute, text: InboundText): Promise<Received> {
  const at = text.at ?? deps.now()
  const id = newId()
  const media = text.media.map(({ url, contentType }, position) => ({
    id: newId(),
    position,
    filename: filenameFor(contentType, position),
    contentType,
    url,
  }))
  const line = preview(
    text.body,
    media.map(({ contentType }) => contentType),
  )
  const { plain, byPair, intoSurvivor } = STATEMENTS[media.length > 0 ? 'media' : 'text']
  const values = (data: Record<string, string | boolean>) => [
    route.tenantId,
    route.phoneNumber,
    text.from,
    id,
    text.providerSid,
    text.body,
    line,
    at,
    media.length > 0 ? 'media' : 'text',
    JSON.stringify(data),
    ...(media.length > 0 ? [JSON.stringify(media)] : []),
  ]
  type Row = ConversationRow & { eventId: string }
  let via: string | null = null
  const runIn = async (tx: TenantTx, data: Record<string, string | boolean>, viaId: string | null) => {
    via = viaId
    const query = viaId
      ? CompiledQuery.raw(intoSurvivor.text, [...values(data), viaId])
      : CompiledQuery.raw(byPair.text, values(data))
    return (await tx.executeQuery<Row>(query)).rows[0]
  }

  // A thumb on our "Reply STOP to opt out" is no wish to opt out.
  const tapback = text.optOutType === undefined ? readTapback(text.body) : null
  const told: { reacted: Awaited<ReturnType<typeof react>> } = { reacted: null }
  const store = async (): Promise<Row | undefined> => {
    const data = { hasMedia: media.length > 0, ...(text.body.includes('://') && { hasLink: true }) }
    const isPlain = text.optOutType === undefined && !tapback && !mayBeKeyword(text.body)
    if (isPlain) {
      const [row] = await deps.database.inTenantOnce<Row>(
        route,
        plain,
        values(data),
        `${route.phoneNumber} ${text.from}`,
      )
      if (row) {
        via = null
        return row
      }
    }
    return deps.inTenant(route, async (tx) => {
      if (await isKnown(tx, text.providerSid)) return undefined
      const thread = await getOrStartConversation(tx, {
        contactPhone: text.from,
        tenantPhone: route.phoneNumber,
        phoneNumberId: route.phoneNumberId,
        locationId: await locationOf(tx, route.phoneNumberId),
        contactName: '',
        toUserId: null,
        source: 'sms',
        at,
        startedBy: null,
      })
      const obeyed = tapback
        ? { isReaction: true }
        : await obeyKeyword(deps, tx, route, text, { messageId: id, conversationId: thread.id, at })
      // After the keyword, which locks all threads of the contact in their order.
      await wakeForReply(deps, tx, thread.id)
      const row = await runIn(tx, { ...data, ...obeyed }, thread.viaId)
      if (tapback) {
        const where = row && { messageId: id, conversationId: row.id, from: text.from }
        if (where)
          told.reacted = await react(tx, tapback, { ...where, locationID: row.locationId, toUserID: row.toUserId }, at)
      }
      return row
    })
  }

  const tryToStore = () =>
    store().catch((error) => {
      // The same webhook twice at once: the other one has stored it.
      if (violates(error, 'messages_provider_sid')) return undefined
      throw error
    })
  let row = await tryToStore()
  // Nothing was stored and it is not here: its conversation was deleted in this moment, so it starts a new one.
  for (let again = 0; !row && again < 3; again++) {
    if (await deps.inTenant(route, (tx) => isKnown(tx, text.providerSid))) break
    row = await tryToStore()
  }
  if (!row) return 'duplicate'

  const conversation = toConversation(row)
  const message = toMessage({
    id,
    conversationId: row.id,
    viaId: via,
    index: row.latestIndex,
    type: media.length > 0 ? 'media' : 'text',
    isOutgoing: false,
    authorUserId: null,
    author: text.from,
    body: text.body,
    data: told.reacted?.data ?? null,
    deliveryStatus: null,
    errorCode: null,
    errorReason: null,
    canRetry: false,
    isHandled: false,
    segments: null,
    version: 1,
    createdAt: at,
    seenBy: [],
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
    messageCreated(row.eventId, at, conversation, message),
    ...(told.reacted ? [messageChanged(told.reacted.eventId, at, told.reacted.message)] : []),
  ]
  deps.database.runAfterCommit(() => announce(deps, route.tenantId, conversation, events))
  return 'stored'
}

/** Opt-out words take effect in the transaction that stores them; what is to be answered is noted in the event. */
async function obeyKeyword(
  deps: ConversationDeps,
  tx: TenantTx,
  route: NumberRoute,
  text: InboundText,
  { messageId, conversationId, at }: { messageId: string; conversationId: string; at: string },
): Promise<Record<string, string>> {
  const threads = await lockThreads(tx, text.from)
  const pair = { contactPhone: text.from, tenantPhone: route.phoneNumber }
  const optedOutAt = await tx
    .selectFrom('optOuts')
    .where('tenantId', '=', tx.tenantId)
    .where('contactPhone', '=', text.from)
    .where('isOptedOut', '=', true)
    .select('tenantPhone')
    .execute()
  const { keyword, isAnsweredByCarrier } = readKeyword(text.body, text.optOutType, optedOutAt.length > 0)
  if (!keyword) return {}
  const kind = ({ stop: 'opt-out', start: 'opt-in', help: 'help' } as const)[keyword]
  await recordConsent(tx, { ...pair, kind, source: 'text', wording: text.body, messageId, at })
  if (kind !== 'help') {
    // An opt-out at one of our numbers holds for the others; their threads say so too. This one tells of it with the text.
    await updateThreads(tx, [conversationId])
    const others = threads.filter((id) => id !== conversationId)
    await tellThreads(deps, tx, others, { type: 'contact.changed', at })
  }
  // Who is out already got the one confirmation there may be.
  const isRepeated = keyword === 'stop' && optedOutAt.some(({ tenantPhone }) => tenantPhone === route.phoneNumber)
  return isAnsweredByCarrier || isRepeated ? { keyword } : { keyword, answer: keyword }
}

/** A reply ends the sleep of a conversation, with a line that says so; a blocked number wakes nobody. */
const wakeForReply = (deps: ConversationDeps, tx: TenantTx, id: string) =>
  wakeLocked(deps, tx, id, { by: null, which: sql<boolean>`not c.is_blocked` })

const isKnown = async (tx: TenantTx, providerSid: string) =>
  (await tx
    .selectFrom('messages')
    .where('tenantId', '=', tx.tenantId)
    .where('providerSid', '=', providerSid)
    .select('id')
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

const filenameFor = (contentType: string, position: number) => {
  const [kind = 'file', ending = 'bin'] = contentType.split('/')
  return `${kind.replace(/\W/g, '')}-${position + 1}.${({ jpeg: 'jpg', plain: 'txt', quicktime: 'mov' } as Record<string, string>)[ending] ?? ending.replace(/\W.*/, '')}`
}
