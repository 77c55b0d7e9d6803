import { CAMPAIGNS_FOLDER } from '@frontdesk/contract/rules'
import type { z } from 'zod'
import type { BatchStatement } from '../../../platform/database/database.ts'
import { dataSql } from '../../../platform/events/define-event.ts'
import { CONVERSATION_COLUMNS, type ConversationColumns, UNMERGED_COLUMNS } from '../../conversations/index.ts'
import { STATE_DELTAS } from '../../totals/index.ts'
import { messageReceived } from '../events.ts'

/** An inbound text as a parameter of the statement; `INBOUND` lists the same fields with their SQL types. */
export interface InboundRow {
  id: string
  tenant_phone: string
  contact_phone: string
  provider_sid: string
  body: string
  preview: string
  type: 'text' | 'media'
  at: string
  /** Event data known before the statement runs; the statement adds the rest. */
  data: Omit<z.input<typeof messageReceived.schema>, keyof typeof COMPUTED>
  media: { id: string; position: number; filename: string; content_type: string; url: string }[]
  /** For `RECEIVE_BY_ID`: the conversation, and the merged conversation whose number pair received the text. */
  conversation_id?: string
  via_id?: string | null
}

/** Event data that only the statement knows. */
const COMPUTED = {
  hasBookingOffer: 'c.has_booking_offer',
  isBlocked: 'c.is_from_blocked',
  isReopened: 'c.was_closed and not c.is_closed',
  answersInbound: '(select t.answers_inbound from tenants t where t.tenant_id = c.tenant_id)',
}

const INBOUND = `
      position int, tenant_id uuid, id uuid, tenant_phone text, contact_phone text, provider_sid text,
      body text, preview text, type text, at timestamptz, data jsonb, media jsonb, conversation_id uuid, via_id uuid`

const FILE = 'id uuid, position smallint, filename text, content_type text, url text'

/** The conversation after the text was stored, with the id of its event. */
export type ReceivedRow = ConversationColumns & { eventId: string }

/** How the statement finds the conversation, and which columns it returns. */
interface ReceiveOptions {
  finds: string
  isBlocked: string
  columns: string
}

/**
 * Stores inbound texts of any number of tenants in one statement, at most one per conversation: message, conversation
 * (reopened, unread, latest message), maintained totals, event. Returns no row for a duplicate, a text that was deleted
 * with its conversation, or when `finds` matches no conversation.
 *
 * Reactions, autoresponses and keywords other than HELP reopen nothing. An opt-out by keyword closes a conversation
 * that a campaign started, unless a teammate has written in it, and one that starts with an opt-in is closed;
 * automations do not reopen these.
 *
 * Locks conversations in id order, like all code that locks several of them, to avoid deadlocks.
 */
const receive = ({ finds, isBlocked, columns }: ReceiveOptions) => `
  with inbound as materialized (
    select i.* from jsonb_to_recordset($1::jsonb) as i (${INBOUND}
    )
    where (select m.provider_sid from messages m where m.tenant_id = i.tenant_id and m.provider_sid = i.provider_sid) is null
      and (select d.provider_sid from deleted_texts d where d.tenant_id = i.tenant_id and d.provider_sid = i.provider_sid) is null
  ), before as materialized (
    select i.*, c.id as found_id, c.is_closed as was_closed, c.unread_messages > 0 as was_unread,
      c.needs_answer_since is not null as was_waiting, ${isBlocked} as is_from_blocked,
      i.data ?| '{keyword,isReaction,isAutoresponse}' as needs_no_answer,
      i.data ?| '{isReaction,isAutoresponse}' or k.keyword in ('stop', 'start', 'opt-in') as stays_closed,
      c.folder = '${CAMPAIGNS_FOLDER}' and k.keyword = 'stop' and not exists (
        select from messages x where x.tenant_id = c.tenant_id and x.conversation_id = c.id and x.is_outgoing
          and x.purpose = 'conversation' and x.author_user_id is not null
      ) or c.latest_index = 0 and k.keyword = 'opt-in' as closes
    from inbound i cross join lateral (select case when i.data ? 'isSentence' then '' else coalesce(i.data->>'keyword', '') end as keyword) k
    join conversations c on c.tenant_id = i.tenant_id and ${finds}
    order by c.tenant_id, c.id
    for no key update of c
  ), changed as (
    update conversations c set
      latest_index = c.latest_index + 1, latest_message = b.preview, latest_message_at = b.at,
      sorted_at = greatest(c.sorted_at, b.at),
      latest_is_outgoing = false, latest_delivery_status = null,
      unread_messages = c.unread_messages + case when b.is_from_blocked or b.closes or c.is_closed and b.stays_closed then 0 else 1 end,
      needs_answer_since = case when b.closes then null when b.is_from_blocked or b.needs_no_answer then c.needs_answer_since
        else coalesce(c.needs_answer_since, b.at) end,
      is_closed = b.closes or c.is_closed and (b.is_from_blocked or b.stays_closed),
      closed_at = case when b.closes then null else c.closed_at end, version = c.version + 1
    from before b where c.tenant_id = b.tenant_id and c.id = b.found_id
    returning c.*, b.was_closed, b.was_unread, b.was_waiting, b.is_from_blocked, b.position, b.id as message_id,
      b.contact_phone as author, b.provider_sid, b.body, b.type as message_type, b.at, b.data, b.media, b.via_id
  ), counted as (${STATE_DELTAS('changed', 's.tenant_id')}
  ), message as (
    insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author, body, provider_sid, created_at, via_conversation_id)
    select c.tenant_id, c.message_id, c.id, c.latest_index, c.message_type, false, c.author, c.body, c.provider_sid, c.at, c.via_id
    from changed c
  ), file as (
    insert into files (tenant_id, id, message_id, position, filename, content_type, state, provider_url, created_at)
    select c.tenant_id, f.id, c.message_id, f.position, f.filename, f.content_type, 'fetching', f.url, c.at
    from changed c cross join jsonb_to_recordset(c.media) as f (${FILE})
  ), event as (
    insert into events (tenant_id, type, location_id, to_user_id, conversation_id, message_id, data, created_at)
    select c.tenant_id, '${messageReceived.type}', c.location_id, c.to_user_id, c.id, c.message_id,
      c.data || ${dataSql(messageReceived, COMPUTED)}, c.at
    from changed c
    returning id, message_id
  )
  select c.position, event.id as "eventId", ${columns}
  from changed c join event on event.message_id = c.message_id
  join contacts t on t.tenant_id = c.tenant_id and t.id = c.contact_id
  left join users u on u.tenant_id = c.tenant_id and u.id = c.to_user_id`

/** The common case: the conversation exists, is not snoozed, and has nothing merged into it. */
export const RECEIVE_BATCH: BatchStatement = {
  name: 'receive-batch',
  text: receive({
    finds:
      'c.contact_phone = i.contact_phone and c.tenant_phone = i.tenant_phone and not c.is_snoozed and c.merged_count = 0',
    isBlocked: 'c.is_blocked',
    columns: UNMERGED_COLUMNS.sql('c.tenant_id'),
  }),
}

/** Finds the conversation by its id, which the transaction has found or created; the surviving one after a merge. */
export const RECEIVE_BY_ID = receive({
  finds: 'c.id = i.conversation_id and (not c.is_snoozed or c.is_blocked)',
  // `is_blocked` of the surviving conversation covers only its own number pair.
  isBlocked: `case when i.via_id is null then c.is_blocked
        else exists (select from blocked_numbers n where n.tenant_id = i.tenant_id and n.phone = i.contact_phone) end`,
  columns: CONVERSATION_COLUMNS.sql('c.tenant_id'),
})
