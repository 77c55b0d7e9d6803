import type { Label } from '../api/contacts.ts'

/** Limits of fields with several values. */
export const CONTACT_TAGS_MAX = 50
export const CONTACT_TAX_EXEMPTION_MAX = 120
export const CONTACT_LABELS_MAX = 20
export const CONTACT_PHONES_MAX = 10
export const CONTACT_EMAILS_MAX = 10

/** The labels of a new business, in named colors. */
export const DEFAULT_LABELS: Label[] = [
  { name: 'New Lead', color: '#0070ac' },
  { name: 'Premium Lead', color: '#7256aa' },
  { name: 'Recent Purchase', color: '#007e4c' },
  { name: 'High-Value Customer', color: '#a34d17' },
  { name: 'No Deal', color: '#476f99' },
  { name: 'Follow-up', color: '#935b00' },
]

/** Sources of contacts. Some are set only by programs that add contacts through the API. */
export const CONTACT_SOURCES = [
  'user',
  'sms',
  'csv-upload',
  'app-store',
  'automations',
  'voicecall',
  'webchat',
  'popup',
  'messenger',
  'instagram',
  'google',
  'ios-manual',
  'android-manual',
  'ios-agenda-upload',
  'android-agenda-upload',
] as const

export const CONTACT_ORDERS = ['lastActivityOnUtc', 'createdOnUtc', 'name'] as const
export type ContactOrder = (typeof CONTACT_ORDERS)[number]

/** Largest page of contacts that the API returns. Pages above the largest of the lists are exports. */
export const CONTACT_EXPORT_PAGE_SIZE = 28_888
/** Kinds of texts that contacts opted out of, as a filter. */
export const OPT_OUT_FILTERS = ['everything', 'marketing', 'either', 'nothing'] as const
export type OptOutFilter = (typeof OPT_OUT_FILTERS)[number]

/** Contacts are counted up to here; the totals without filters are exact. */
export const CONTACT_COUNT_MAX = 10_000
/** A count of all contacts that match is given up after this time. */
export const CONTACT_COUNT_ALL_MS = 4000
/** Contacts in one request to `add-list`. */
export const CONTACT_LIST_ADD_MAX = 1000
export const CONTACT_NAME_MAX = 120

/** Columns of the list and of the exported file. */
export const CONTACT_COLUMNS = [
  'name',
  'phone',
  'email',
  'labels',
  'tags',
  'status',
  'location',
  'lastActivityOnUtc',
  'createdOnUtc',
  'birthDate',
  'source',
  'isOptedOut',
  'isBlocked',
  'lineType',
  'taxExemption',
] as const
export type ContactColumn = (typeof CONTACT_COLUMNS)[number]
