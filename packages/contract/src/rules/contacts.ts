import type { Label } from '../api/contacts.ts'

/** Limits of what a contact has several of. */
export const CONTACT_TAGS_MAX = 50
export const CONTACT_LABELS_MAX = 20
export const CONTACT_PHONES_MAX = 10
export const CONTACT_EMAILS_MAX = 10

/** Colors of labels. */
export const DEFAULT_LABELS: Label[] = [
  { name: 'New Lead', color: '#1c7ed6' },
  { name: 'Premium Lead', color: '#7048e8' },
  { name: 'Recent Purchase', color: '#2f9e44' },
  { name: 'High-Value Customer', color: '#e8590c' },
  { name: 'No Deal', color: '#868e96' },
  { name: 'Follow-up', color: '#f08c00' },
]

/** Where contacts come from. Those of sources without a feature yet match nothing. */
export const CONTACT_SOURCES = [
  'user',
  'sms',
  'csv-upload',
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
export type ContactSource = (typeof CONTACT_SOURCES)[number]

export const CONTACT_ORDERS = ['lastActivityOnUtc', 'createdOnUtc', 'name'] as const
export type ContactOrder = (typeof CONTACT_ORDERS)[number]

/** Largest page of contacts that the API returns. Pages above the largest of the lists are exports. */
export const CONTACT_EXPORT_PAGE_SIZE = 28_888
/** Contacts are counted up to here; the totals without filters are exact. */
export const CONTACT_COUNT_MAX = 10_000
/** Contacts in one call of `add-list`. */
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
] as const
export type ContactColumn = (typeof CONTACT_COLUMNS)[number]
