import type { OriginHold } from '@frontdesk/contract/api'
import { CAMPAIGNS_FOLDER, type LegalHoliday, REVIEW_INVITE_FOLDER, type Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import type { Person } from '../accounts/index.ts'
import { lockWithMainRows, mainContactId } from '../contact-rows/index.ts'
import { type FileRow, findFilesOfGroupMessage } from '../files/index.ts'
import { folderChange, lockFolders } from '../folders/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { findBusinessName } from '../messages/index.ts'
import { findCarrierAccount, type SenderRules } from '../messaging/index.ts'
import { readSendingSettings } from '../sending/index.ts'
import { shortLinkBase } from '../short-links/index.ts'
import { isContactVisible, isVisible } from '../visibility/index.ts'
import type { GroupMessageDeps } from './deps.ts'
import type { GroupMessageRow } from './rows.ts'

/** A recipient with everything about them that one statement reads for a whole batch. */
export interface BatchRecipient {
  recipientId: string
  /** Null if the contact was deleted. After a merge, that of the surviving contact. */
  contact: { id: string; phone: string; name: string; isVisible: boolean } | null
  /** Another recipient who is the same contact since a merge got the message, or gets it instead. */
  isDuplicate: boolean
  /** They texted since the campaign's first text, so no further one follows. */
  hasReplied: boolean
  /** Why this follow-up is not sent; `earlier-open`: not yet, as the text before it waits. */
  sequenceStop: 'earlier-failed' | 'conversation-deleted' | 'earlier-open' | null
  /** Their number is part of a merged conversation, which other recipients may share. */
  hasMergedThread: boolean
  /** Index of the text that they get; 0 is the first. */
  variant: number
  /** Why they were held before; null if they were not. */
  held: OriginHold | null
  /** The number to send from; null if the author has none to use. */
  sender: {
    phoneNumberId: string
    tenantPhone: string
    messagingAccountId: string | null
    timeZone: string
    /** Location of the conversation with the contact, existing or new. */
    locationId: string
    conversationId: string | null
  } | null
}

/** Data shared by all recipients of a batch, read once in its transaction. */
export interface BatchContext {
  message: Pick<GroupMessageRow, 'id' | 'kind' | 'body' | 'variants'>
  author: Person
  files: readonly FileRow[]
  businessName: string
  locations: ReadonlyMap<string, Awaited<ReturnType<typeof findLocationRow>>>
  /** Input of the send gate for each of our numbers. */
  senders: ReadonlyMap<string, SenderRules>
  /** Base URL of the short links whose clicks count for the message; null if its links are not shortened. */
  linkBase: string | null
  /** Moves conversations into the folder of review invites; null for other messages. */
  folder: Awaited<ReturnType<typeof folderChange.prepare>> | null
  /** The locations with a folder for the conversations that a campaign starts. */
  campaignFolders: ReadonlySet<string>
}

const REVIEW_INVITE_CHANGE = { folderKey: REVIEW_INVITE_FOLDER, toUserId: null, statusKey: null, value: null }

export async function readBatchContext(
  deps: GroupMessageDeps,
  tx: TenantTx,
  { message, author, recipients }: { message: GroupMessageRow; author: Person; recipients: readonly BatchRecipient[] },
): Promise<BatchContext> {
  const inUse = recipients.flatMap(({ sender }) => sender ?? [])
  const hours = await readSendingSettings(tx)
  const locations = new Map<string, Awaited<ReturnType<typeof findLocationRow>>>()
  for (const id of new Set(inUse.map(({ locationId }) => locationId))) locations.set(id, await findLocationRow(tx, id))
  const accounts = new Map<string | null, boolean>()
  const senders = new Map<string, SenderRules>()
  for (const { tenantPhone, messagingAccountId, timeZone } of inUse) {
    const hasAccount =
      accounts.get(messagingAccountId) ?? (await findCarrierAccount(deps, tx, messagingAccountId)) !== null
    accounts.set(messagingAccountId, hasAccount)
    senders.set(tenantPhone, { hasAccount, hours, timeZone })
  }
  return {
    message,
    author,
    files: await findFilesOfGroupMessage(tx, [message.id]),
    businessName: await findBusinessName(tx),
    locations,
    senders,
    linkBase: message.kind === 'campaign' ? await shortLinkBase(deps, tx) : null,
    // Folders are locked before conversations.
    campaignFolders: new Set(
      message.kind === 'campaign' ? (await lockFolders(tx, CAMPAIGNS_FOLDER)).map(({ locationId }) => locationId) : [],
    ),
    folder: message.kind === 'review-invite' ? await folderChange.prepare(tx, REVIEW_INVITE_CHANGE) : null,
  }
}

export interface RecipientRow {
  recipientId: string
  contactId: string | null
  phone: string
  name: string
  isVisible: boolean
  isDuplicate: boolean
  hasReplied: boolean
  sequenceStop: BatchRecipient['sequenceStop']
  hasMergedThread: boolean
  variant: number
  heldReason: OriginHold['reason'] | null
  heldUntil: string | null
  heldHoliday: LegalHoliday | null
  phoneNumberId: string | null
  tenantPhone: string
  messagingAccountId: string | null
  timeZone: string
  locationId: string
  conversationId: string | null
}

/**
 * Locks the contacts of recipients, so that they are neither deleted nor merged before the commit, and reads them in
 * the order of `ids`.
 *
 * Of recipients who were merged, one who got the message already counts, otherwise the main row, or else the first row.
 * The number to send from is one at the location of the message, otherwise at any of the author's locations: the one
 * last used with the contact, otherwise one of the contact's location. Rendezvous hashing assigns
 * contacts without a conversation to the numbers of that location that can send: stable per contact, and a new number
 * takes an equal share from each of the others.
 */
export async function lockRecipients(
  tx: TenantTx,
  {
    message,
    author,
    ids,
    hasSharedAccount,
  }: { message: GroupMessageRow; author: Viewer; ids: readonly string[]; hasSharedAccount: boolean },
): Promise<BatchRecipient[]> {
  const list = sql`${[...ids]}::uuid[]`
  await lockWithMainRows(tx, sql`r.id = any(${list})`)
  const isAtLocation = message.locationId === null ? sql`true` : sql`p.location_id = ${message.locationId}`
  const isOfAuthor =
    author.locationIds === null ? sql`true` : sql`p.location_id = any(${[...author.locationIds]}::uuid[])`
  // Prepared: planning its joins takes longer than reading a batch.
  const rows = await runPrepared(
    tx,
    sql<RecipientRow>`
    select w.id as "recipientId", t.id as "contactId", t.phone, t.name,
      t.id is not null and ${isContactVisible(tx, author)} as "isVisible",
      exists (
        select from (
          select t.id union all select x.id from contacts x where x.tenant_id = ${tx.tenantId} and x.main_id = t.id
        ) x (id)
        cross join lateral (
          select o.contact_id, o.state from group_recipients o
          where o.tenant_id = ${tx.tenantId} and o.group_message_id = ${message.id} and o.contact_id = x.id limit 1
        ) o
        where o.contact_id <> w.id
          and (o.state = 'sent' or w.id <> t.id and (o.contact_id = t.id or o.contact_id < w.id))
      ) as "isDuplicate",
      ${message.step === 0 ? sql`false` : hasRepliedTo(tx, { campaignId: sql`${message.campaignId}::uuid`, startedAt: sql`${message.startedAt}::timestamptz`, contactId: sql`w.id` })} as "hasReplied",
      ${message.step === 0 ? sql`null::text` : sequenceStopOf(tx, message)} as "sequenceStop", ${hasMergedThread(tx)} as "hasMergedThread",
      v.variant,
      v.reason as "heldReason", v.held_until as "heldUntil",
      v.held_holiday as "heldHoliday", n.*
    from unnest(${list}) with ordinality as w (id, position)
    join lateral (
      select v.variant, v.held_until, v.held_holiday, case when v.state = 'held' then v.reason end as reason from group_recipients v
      where v.tenant_id = ${tx.tenantId} and v.group_message_id = ${message.id} and v.contact_id = w.id limit 1
    ) v on true
    left join contacts r on r.tenant_id = ${tx.tenantId} and r.id = w.id
    left join contacts t on t.tenant_id = ${tx.tenantId} and t.id = ${mainContactId('r')}
    left join lateral (
      select p.id as "phoneNumberId", p.phone_number as "tenantPhone", p.messaging_account_id as "messagingAccountId",
        l.time_zone as "timeZone", coalesce(c.location_id, p.location_id) as "locationId", c.id as "conversationId"
      from phone_numbers p
      join locations l on l.tenant_id = ${tx.tenantId} and l.id = p.location_id
      left join conversations c on c.tenant_id = ${tx.tenantId} and c.contact_phone = t.phone
        and c.tenant_phone = p.phone_number and ${isVisible(author, 'c')}
      where p.tenant_id = ${tx.tenantId} and ${isAtLocation} and ${isOfAuthor}
      order by c.sorted_at desc nulls last, p.location_id = t.location_id desc,
        (p.messaging_account_id is not null or ${hasSharedAccount}) desc,
        hashtextextended(t.id::text || p.id::text, 2), p.id limit 1
    ) n on t.id is not null
    order by w.position`,
  )
  return rows.map(
    ({
      recipientId,
      contactId,
      phone,
      name,
      isVisible: visible,
      isDuplicate,
      hasReplied,
      sequenceStop,
      hasMergedThread: isMerged,
      variant,
      heldReason,
      heldUntil,
      heldHoliday,
      phoneNumberId,
      ...sender
    }) => ({
      recipientId,
      contact: contactId === null ? null : { id: contactId, phone, name, isVisible: visible },
      isDuplicate,
      hasReplied,
      sequenceStop,
      hasMergedThread: isMerged,
      variant,
      held:
        heldReason === null || heldUntil === null
          ? null
          : { reason: heldReason, untilUtc: heldUntil, ...(heldHoliday && { holiday: heldHoliday }) },
      sender: phoneNumberId === null ? null : { phoneNumberId, ...sender },
    }),
  )
}

/** SQL: whether the number of the contact `t` is part of a merged conversation. */
const hasMergedThread = (tx: TenantTx) => sql`(
  exists (
    select from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.contact_phone = t.phone offset 0
  ) or exists (
    select from conversations c where c.tenant_id = ${tx.tenantId} and c.contact_phone = t.phone and c.merged_count > 0 offset 0
  )
)`

/**
 * The recipients up to the second one whose number is part of a merged conversation. Two of them may share it: the
 * daily limit must count the text to the first before it decides about the second, and a conversation gets one text per
 * batch.
 */
export function upToSharedThread(recipients: readonly BatchRecipient[]): readonly BatchRecipient[] {
  const [, second] = recipients.flatMap(({ hasMergedThread: isMerged }, index) => (isMerged ? [index] : []))
  return second === undefined ? recipients : recipients.slice(0, second)
}

/** SQL: why the recipient `w` gets no text after the one before in the campaign, or none yet; null if they get one. */
const sequenceStopOf = (tx: TenantTx, { campaignId, step }: GroupMessageRow) => sql`(
  select case when f.state in ('pending', 'held', 'cancelled') then 'earlier-open'
    when f.state = 'skipped' then 'earlier-failed'
    when m.id is null then 'conversation-deleted'
    when m.delivery_status in ('failed', 'undelivered') then 'earlier-failed'
    when m.delivery_status in ('queued', 'sending', 'unknown') and m.provider_sid is null then 'earlier-open' end
  from group_messages g
  join group_recipients f on f.tenant_id = ${tx.tenantId} and f.group_message_id = g.id and f.contact_id = w.id
  left join messages m on m.tenant_id = ${tx.tenantId} and m.id = f.message_id
  where g.tenant_id = ${tx.tenantId} and g.campaign_id = ${campaignId}::uuid and g.step = ${step - 1}
)`

/**
 * SQL: whether the contact `t` has texted us from any of their numbers since the recipient `contactId` was sent the
 * first text of the campaign, or since the campaign started if there is no first text, as after its number was removed
 * from the contact. Texts deleted since count too.
 */
export const hasRepliedTo = (
  tx: TenantTx,
  { campaignId, startedAt, contactId }: Record<'campaignId' | 'startedAt' | 'contactId', RawBuilder<unknown>>,
) => sql<boolean>`exists (
  select from unnest(t.phone || t.other_phones) as p (phone)
  cross join lateral (
    select c.id from conversations c where c.tenant_id = ${tx.tenantId} and c.contact_phone = p.phone
    union all
    select v.into_id from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.contact_phone = p.phone
  ) c
  cross join lateral (
    select x.created_at from messages x
    where x.tenant_id = ${tx.tenantId} and x.conversation_id = c.id
      and (not x.is_outgoing and x.type in ('text', 'media') or x.data ? 'wasInbound')
    order by x.index desc limit 1
  ) x
  where x.created_at > coalesce((
    select f.handled_at from group_recipients f
    where f.tenant_id = ${tx.tenantId} and f.group_message_id = ${campaignId} and f.contact_id = ${contactId}
  ), ${startedAt})
)`
