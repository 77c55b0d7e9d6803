import type { ConsentSource } from '@frontdesk/contract/rules'
import type { StateRow as ConsentStateRow } from '../../modules/consent/queries.ts'
import type { StoredActivity } from '../../modules/contact-activities/stored-activity.ts'
import type { Pair } from '../../modules/contact-duplicates/list-duplicates.ts'
import type { JudgedNumber } from '../../modules/contact-imports/further-numbers.ts'
import type { ChangedContact } from '../../modules/contact-imports/write-contacts.ts'
import type { ListRow as ListedContactRow } from '../../modules/contact-list/list-contacts.ts'
import type { ContactRow } from '../../modules/contact-rows/index.ts'
import type { GateInput } from '../../modules/messaging/gate-inputs.ts'
import type { ColumnTypes } from '../column-types.ts'
import { type HeldStatement, hold } from './hold.ts'

const CHANGED_CONTACT: ColumnTypes<ChangedContact> = {
  id: 'uuid',
  locationId: 'uuid',
  before: '_text',
  after: '_text',
  statusBefore: 'text',
  statusAfter: 'text',
}

const CONTACT: ColumnTypes<ContactRow> = {
  id: 'uuid',
  name: 'text',
  email: 'citext',
  phone: 'text',
  countryCode: 'text',
  birthDate: 'date',
  tags: '_text',
  labels: '_text',
  locationId: 'uuid',
  source: 'text',
  lineType: 'text',
  language: 'text',
  createdAt: 'timestamptz',
  statusKey: 'text',
  taxExemption: 'text',
  statusName: 'text',
  custom: 'jsonb',
  isOptedOut: 'bool',
  isBlocked: 'bool',
  conversationId: 'uuid',
  otherEmails: '_text',
  otherNumbers: 'jsonb',
}

const CONSENT_STATE: ColumnTypes<ConsentStateRow> = {
  phoneNumber: 'text',
  tenantPhoneNumber: 'text',
  isOptedOut: 'bool',
  isMarketingOptedOut: 'bool',
  isOptedIn: 'bool',
  isMarketingOptedIn: 'bool',
  impliedUntil: 'timestamptz',
  isOptedOutByText: 'bool',
}

const PAIR: ColumnTypes<Pair> = { key: 'text', firstId: 'uuid', secondId: 'uuid', reasons: '_text', upTo: 'text' }

export const CONTACTS: HeldStatement[] = [
  hold<{ ids: string[] | null }>('contact-duplicates/find-similar.ts { ids }', /select search\.contacts\(null, null,/, {
    ids: '_uuid',
  }),
  hold<Pair>('contact-duplicates/list-duplicates.ts Pair', /from search\.same_emails\(/, PAIR),
  hold<Pair>('contact-duplicates/list-duplicates.ts Pair', /select t\.name_order as key/, PAIR),
  hold<{ conversations: number; notes: number }>(
    'contact-merging/preview-merge.ts { conversations, notes }',
    /\) as conversations,/,
    { conversations: 'int4', notes: 'int4' },
  ),
  hold<{ id: string }>(
    'contact-rows/change-contacts.ts { id }',
    /insert into contact_activities[\s\S]*select c\.id from changed c$/,
    {
      id: 'uuid',
    },
  ),
  hold<StoredActivity>(
    'contact-activities/list-activities.ts StoredActivity',
    /coalesce\(u\.display_name, a\.author\) as actor/,
    {
      at: 'timestamptz',
      id: 'uuid',
      source: 'text',
      actor: 'text',
      data: 'jsonb',
    },
  ),
  hold<{ id: string }>(
    'contact-rows/several-numbers.ts { id }',
    /on conflict \(tenant_id, phone\) do nothing returning id$/,
    {
      id: 'uuid',
    },
  ),
  hold<{ phone: string }>(
    'messaging/subscribers.ts { phone }',
    /^\s*select s\.phone from \([\s\S]*for no key update of s$/,
    {
      phone: 'text',
    },
  ),
  hold<GateInput>('messaging/gate-inputs.ts GateInput', /as "automatedAt"/, {
    isOptedOut: 'bool',
    isMarketingOptedOut: 'bool',
    isOptedOutElsewhere: 'bool',
    isMarketingOptedIn: 'bool',
    hasImpliedConsent: 'bool',
    isInReview: 'bool',
    isBlocked: 'bool',
    isLandline: 'bool',
    isUnreachable: 'bool',
    countryCode: 'text',
    stateText: 'text',
    timeZone: 'text',
    settings: 'jsonb',
    automatedAt: '_text',
  }),
  hold<ConsentStateRow>('consent/queries.ts StateRow', /as "isOptedOutByText"/, CONSENT_STATE),
  hold<{ outcome: string; n: number; optedOut: number; landlines: number; warnings: number }>(
    'contact-imports/stage-rows.job.ts Result',
    /insert into contact_import_rows/,
    { outcome: 'text', n: 'int4', optedOut: 'int4', landlines: 'int4', warnings: 'int4' },
  ),
  hold<{ upTo: number | null; rows: number; news: number }>(
    'contact-imports/write-contacts.ts { upTo, rows, news }',
    /max\(n\) as up_to/,
    {
      upTo: 'int4',
      rows: 'int4',
      news: 'int4',
    },
  ),
  hold<{ id: string }>('contact-rows/delete-contact.ts { id }', /order by t\.id for update of t$/, { id: 'uuid' }),
  hold<{ n: number }>('contact-imports/write-contacts.ts { n }', /^\s*select r\.n from contact_import_rows/, {
    n: 'int4',
  }),
  hold<ChangedContact>('contact-imports/write-contacts.ts ChangedContact', /tags_before as before/, CHANGED_CONTACT),
  hold<{ id: string }>('contact-imports/write-contacts.ts { id }', /^\s*select t\.id from contact_import_rows/, {
    id: 'uuid',
  }),
  hold<ChangedContact>(
    'contact-imports/write-contacts.ts ChangedContact',
    /c\.before, c\.after, c\.status_before, c\.status_after from changed c$/,
    CHANGED_CONTACT,
  ),
  hold<{ recorded: number; optedOut: number }>(
    'messaging/consent.ts { recorded, optedOut }',
    /insert into consent_events[\s\S]*from people p$/,
    { recorded: 'int4', optedOut: 'int4' },
  ),
  hold<JudgedNumber>('contact-imports/further-numbers.ts JudgedNumber', /as existing, case/, {
    n: 'int4',
    phone: 'text',
    outcome: 'text',
    warnings: '_text',
    existing: 'int4',
    verdict: 'text',
  }),
  hold<{ n: number; phone: string; mainId: string }>(
    'contact-imports/further-numbers.ts { n, phone, mainId }',
    /select x\.n, x\.phone, t\.id as "mainId"/,
    { n: 'int4', phone: 'text', mainId: 'uuid' },
  ),
  hold<{ phone: string }>('contact-imports/further-numbers.ts { phone }', /^\s*select x\.phone\s+from \(select/, {
    phone: 'text',
  }),
  hold<{ id: string; mainId: string | null; locationId: string; source: string; tags: string[] }>(
    'contact-rows/delete-contact.ts { id, mainId, locationId, source, tags }',
    /with unused as/,
    { id: 'uuid', mainId: 'uuid', locationId: 'uuid', source: 'text', tags: '_text' },
  ),
  hold<{ id: string; rowId: string; phone: string; locationId: string }>(
    'contact-rows/delete-contact.ts { id, rowId, phone, locationId }',
    /returning t\.main_id as id/,
    { id: 'uuid', rowId: 'uuid', phone: 'text', locationId: 'uuid' },
  ),
  hold<{ id: string; locationId: string; tags: string[] }>(
    'contact-rows/insert-contacts.ts InsertedContact',
    /insert into contacts[\s\S]*returning id, location_id as "locationId", tags$/,
    {
      id: 'uuid',
      locationId: 'uuid',
      tags: '_text',
    },
  ),
  hold<{ n: number }>('contact-list/count-contacts.ts { n }', /as n from \(\s+select from contacts t/, { n: 'int4' }),
  hold<{ n: number; deltas: number }>('contact-list/count-contacts.ts { n, deltas }', /as deltas from contact_counts/, {
    n: 'int4',
    deltas: 'int4',
  }),
  hold<{ ids: string[] | null }>('contact-list/criteria.ts { ids }', /search\.contacts\(/, { ids: '_uuid' }),
  hold<ListedContactRow>('contact-list/list-contacts.ts ListRow', /as "lastActivityAt"/, {
    ...CONTACT,
    lastActivityAt: 'timestamptz',
    sortKey: 'text',
  }),
  hold<{ tag: string; contacts: number }>('contact-list/list-tags.ts TagUse', /used where contacts > 0/, {
    tag: 'text',
    contacts: 'int4',
  }),
  hold<ContactRow>(
    'contacts/access.ts ContactRow',
    /\) as id\) c\s+where t\.tenant_id = \$\d+ and t\.id = \(select coalesce/,
    CONTACT,
  ),
  hold<{
    phone: string
    source: 'keyword' | 'first-text' | 'text' | 'teammate' | 'import'
    tenantPhone: string | null
    keyword: string | null
    joinedAt: string
    leftAt: string | null
    optOut: { source: ConsentSource; wording: string; recordedBy: string | null; isWordingVisible: boolean } | null
    contactId: string
    name: string
    tags: string[]
    locationId: string
  }>('subscribers/queries.ts SubscriberRow', /s\.left_at as "leftAt"/, {
    phone: 'text',
    source: 'text',
    tenantPhone: 'text',
    keyword: 'text',
    joinedAt: 'timestamptz',
    leftAt: 'timestamptz',
    optOut: 'jsonb',
    contactId: 'uuid',
    name: 'text',
    tags: '_text',
    locationId: 'uuid',
  }),
  hold<{ cutAt: string | null; points: { day: string; joined: number; left: number }[] }>(
    'subscribers/trend.ts TrendRow',
    /as "cutAt"/,
    { cutAt: 'timestamptz', points: 'jsonb' },
  ),
  hold<{ n: number }>('subscribers/queries.ts { n }', /count\(\*\)::int as n from \(\s*select\s+from\s+subscribers s/, {
    n: 'int4',
  }),
  hold<{ phone: string; locationId: string }>(
    'subscribers/change-subscribers.job.ts { phone, locationId }',
    /select s\.phone, t\.location_id as "locationId"/,
    { phone: 'text', locationId: 'uuid' },
  ),
  hold<{ isRefused: boolean; isMarketingRefused: boolean }>(
    'messages/inbound/apply-opt-in.ts { isRefused, isMarketingRefused }',
    /as "isRefused"/,
    { isRefused: 'bool', isMarketingRefused: 'bool' },
  ),
]
