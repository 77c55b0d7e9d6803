import type { RecipientRow } from '../../modules/group-messages/batch-context.ts'
import type { TimeCount } from '../../modules/group-messages/count-by-time.ts'
import type { GroupMessageOrigin } from '../../modules/group-messages/group-message-origin.ts'
import type { OutcomeCount } from '../../modules/group-messages/outcomes.ts'
import type { PreviewRow } from '../../modules/group-messages/preview.ts'
import type { PacedRecipient } from '../../modules/group-messages/schedule-recipients.ts'
import { type HeldStatement, hold } from './hold.ts'

export const GROUPS: HeldStatement[] = [
  hold<OutcomeCount & { id: string }>('group-messages/outcomes.ts OutcomeRow', /where link\.is_clicked/, {
    id: 'uuid',
    variant: 'int2',
    outcome: 'text',
    reason: 'text',
    n: 'int4',
    replied: 'int4',
    optedOut: 'int4',
    clicked: 'int4',
    segments: 'int4',
    mediaMessages: 'int4',
    heldUntil: 'timestamptz',
  }),
  hold<PreviewRow>('group-messages/preview.ts PreviewRow', /as reason, substr\(t\.phone/, {
    reason: 'text',
    prefix: 'text',
    locationId: 'uuid',
    timeZone: 'text',
    stateText: 'text',
    isOptedIn: 'bool',
    n: 'int4',
    samples: 'jsonb',
    names: '_text',
  }),
  hold<{ id: string; latestMessage: string | null; latestMessageAt: string | null; unreadReplies: number }>(
    'group-messages/queries.ts GroupActivity',
    /as "unreadReplies"/,
    { id: 'uuid', latestMessage: 'text', latestMessageAt: 'timestamptz', unreadReplies: 'int4' },
  ),
  hold<{
    contactId: string
    name: string | null
    phone: string | null
    outcome: string
    reason: string | null
    heldUntil: string | null
    holiday: string | null
    sentAt: string | null
    segments: number
    mediaMessages: number
    hasReplied: boolean
    conversationId: string | null
    respondedAt: string | null
    responseId: string | null
  }>('group-messages/list-recipients.ts RecipientRow', /coalesce\(reply\.has, false\) as "hasReplied"/, {
    contactId: 'uuid',
    name: 'text',
    phone: 'text',
    outcome: 'text',
    reason: 'text',
    heldUntil: 'timestamptz',
    holiday: 'text',
    sentAt: 'timestamptz',
    segments: 'int4',
    mediaMessages: 'int4',
    hasReplied: 'bool',
    conversationId: 'uuid',
    respondedAt: 'timestamptz',
    responseId: 'text',
  }),
  hold<{ contactId: string; hasClicked: boolean; hasOptedOut: boolean }>(
    'group-messages/list-recipients.ts ResponseRow',
    /coalesce\(opt_out\.has, false\) as "hasOptedOut"/,
    { contactId: 'uuid', hasClicked: 'bool', hasOptedOut: 'bool' },
  ),
  hold<{ contactId: string; sentAt: string; n: number }>(
    'group-messages/queries.ts { contactId, sentAt, n }',
    /max\(m\.created_at\) as "sentAt"/,
    { contactId: 'uuid', sentAt: 'timestamptz', n: 'int4' },
  ),
  hold<{
    contactId: string
    name: string
    phone: string
    locationId: string
    isOptedOut: boolean
    nameOrder: string
  }>('groups/members.ts MemberRow', /t\.name_order as "nameOrder"/, {
    contactId: 'uuid',
    name: 'text',
    phone: 'text',
    locationId: 'uuid',
    isOptedOut: 'bool',
    nameOrder: 'text',
  }),
  hold<{ read: number; n: number }>(
    'groups/members.ts { read, n }',
    /select \(select count\(\*\) from members\)::int as read/,
    { read: 'int4', n: 'int4' },
  ),
  hold<{ read: number; present: number; added: number; last: string | null }>(
    'groups/members.ts { read, present, added, last }',
    /insert into group_members/,
    { read: 'int4', present: 'int4', added: 'int4', last: 'uuid' },
  ),
  hold<{ read: number; added: number; last: string | null }>(
    'group-messages/start-group-message.ts { read, added, last }',
    /insert into group_recipients \(tenant_id, group_message_id, contact_id, variant, state/,
    { read: 'int4', added: 'int4', last: 'text' },
  ),
  hold<RecipientRow>('group-messages/batch-context.ts RecipientRow', /as "isDuplicate"/, {
    recipientId: 'uuid',
    contactId: 'uuid',
    phone: 'text',
    name: 'text',
    isVisible: 'bool',
    isDuplicate: 'bool',
    hasReplied: 'bool',
    sequenceStop: 'text',
    hasMergedThread: 'bool',
    variant: 'int2',
    heldReason: 'text',
    heldUntil: 'timestamptz',
    heldHoliday: 'text',
    phoneNumberId: 'uuid',
    tenantPhone: 'text',
    messagingAccountId: 'uuid',
    timeZone: 'text',
    locationId: 'uuid',
    conversationId: 'uuid',
  }),
  hold<{ variant: number; state: string; reason: string | null; n: number; heldUntil: string | null }>(
    'group-messages/outcomes.ts StateRow',
    /select r\.variant, case when r\.state = 'sent'/,
    { variant: 'int2', state: 'text', reason: 'text', n: 'int4', heldUntil: 'timestamptz' },
  ),
  hold<TimeCount>('group-messages/count-by-time.ts TimeCount', /select k\.kind, date_bin/, {
    kind: 'text',
    at: 'timestamptz',
    n: 'int4',
  }),
  hold<GroupMessageOrigin>('group-messages/group-message-origin.ts GroupMessageOrigin', /as "variantCount"/, {
    id: 'uuid',
    kind: 'text',
    groupId: 'uuid',
    groupName: 'text',
    locationId: 'uuid',
    campaignId: 'uuid',
    step: 'int2',
    author: 'text',
    authorUserId: 'uuid',
    startedAt: 'timestamptz',
    variant: 'int2',
    variantCount: 'int4',
    audience: 'jsonb',
    ruleIndex: 'int2',
    isVisible: 'bool',
  }),
  hold<PacedRecipient>('group-messages/schedule-recipients.ts PacedRecipient', /as fraction\s+from/, {
    id: 'uuid',
    heldUntil: 'timestamptz',
    phone: 'text',
    countryCode: 'text',
    stateText: 'text',
    timeZone: 'text',
    fraction: 'float8',
  }),
  hold<{ body: string; n: number }>(
    'group-messages/send-budget.ts { body, n }',
    /select g\.body, w\.n from group_messages/,
    {
      body: 'text',
      n: 'int4',
    },
  ),
  hold<{ id: string }>('group-messages/follow-ups.ts { id }', /returning r\.contact_id as id$/, { id: 'uuid' }),
  hold<{ id: string; n: number }>('groups/queries.ts { id, n }', /select gm\.group_id as id/, {
    id: 'uuid',
    n: 'int4',
  }),
]
