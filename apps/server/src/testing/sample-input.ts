import type { z } from 'zod'
import { PIXEL } from './pixel.ts'

/** Ids of one tenant to fill an input with. */
export interface SampleIds {
  conversation: string
  message: string
  file: string
  phoneNumber: string
  location: string
  user: string
  /** One of the tenant's own numbers. */
  tenantPhone: string
  template: string
  contactPhone: string
  contact: string
  /** About the contact, in no thread. */
  contactNote: string
  /** Of the owner. */
  notification: string
  device: string
  bulkAction: string
  view: string
}

export interface Leaf {
  path: (string | number)[]
  /** Which thing of a tenant it names; null for plain values. */
  names: keyof SampleIds | null
  /** An optional field only narrows what is answered. */
  isOptional: boolean
}

export interface SampleInput {
  input: unknown
  leaves: Leaf[]
}

const SIDS = { CH: 'conversation', IM: 'message', ME: 'file', PN: 'phoneNumber' } as const
const HEX = '0123456789abcdef0123456789abcdef'

/** A point of P-256, as a browser makes one. */
const PUSH_KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'

/** UUID fields that name something of a tenant; `null` for ids that the client makes. */
const UUID_FIELDS: Record<string, keyof SampleIds | null> = {
  locationID: 'location',
  locationIDs: 'location',
  locations: 'location',
  userID: 'user',
  actorUserID: 'user',
  mentions: 'user',
  contactId: 'contact',
  contactIDs: 'contact',
  noteId: 'contactNote',
  toUserID: 'user',
  autoAssignUserIDs: 'user',
  toUserIDs: 'user',
  moveToLocationID: 'location',
  sessionToken: null,
  clientMessageId: null,
  tenantID: null,
  tenantIDs: null,
  maintenanceID: null,
  before: null,
  // Of one's own login only; what is another's is as unknown as one that never was.
  sessionId: null,
  tenantId: null,
  requestId: null,
  notificationID: 'notification',
  deviceID: 'device',
}

/** Strings whose name does not tell what they name, or whose form is particular. */
const STRING_FIELDS: Record<string, keyof SampleIds | { value: string }> = {
  number: { value: '(212) 555-0100' },
  countryCode: { value: 'US' },
  tenantPhoneNumber: 'tenantPhone',
  phoneNumber: 'contactPhone',
  phoneNumbers: 'contactPhone',
  contactPhoneNumber: 'contactPhone',
  searchPhoneNumber: 'contactPhone',
  cursor: { value: `2026-01-01T00:00:00.000Z|${crypto.randomUUID()}` },
  folderKeys: { value: 'new' },
  statusKeys: { value: 'none' },
  folderKey: { value: 'new' },
  search: { value: 'folder=new' },
  folderName: { value: 'Insurance' },
  version: { value: '1.8.858' },
  login: { value: 'nobody@example.test' },
  linkUrl: { value: 'https://example.test/news' },
  areaCode: { value: '212' },
  permission: { value: 'contacts_edit' },
  accountSid: { value: `AC${HEX}` },
  authToken: { value: HEX },
  id: { value: 'a link nobody was sent' },
  oldPassword: { value: 'not the password' },
  newPassword: { value: 'correct horse battery' },
  code: { value: '000000' },
  ticket: { value: 'a ticket nobody has' },
  inviteCode: { value: 'a code nobody has' },
  refreshToken: { value: 'a refresh token nobody has' },
  userName: { value: 'nobody@example.test' },
  endpoint: { value: 'https://push.example.com/a-browser' },
  p256dh: { value: PUSH_KEY },
  auth: { value: 'an-auth-secret-of-16' },
  quietFrom: { value: '22:00' },
  quietUntil: { value: '07:00' },
  profilePictureUrl: { value: `/files/avatars/${HEX}` },
  password: { value: 'correct horse battery' },
  timeZone: { value: 'America/New_York' },
  state: { value: 'TX' },
  source: { value: 'a law' },
  currency: { value: 'USD' },
  shortLinkDomain: { value: 'go.example.test' },
  beforeCode: { value: 'AAAAAAAA' },
  linkCode: { value: 'AAAAAAAA' },
  colorHex: { value: '#4263eb' },
  opens: { value: '09:00' },
  closes: { value: '17:00' },
  date: { value: '2026-12-25' },
  until: { value: new Date(Date.now() + 86_400_000).toISOString() },
  birthDate: { value: '1980-02-29' },
  tags: { value: 'regular' },
  labels: { value: 'New Lead' },
  was: { value: 'New Lead' },
  color: { value: '#1c7ed6' },
  key: { value: 'won' },
  statusKey: { value: 'won' },
  translateTo: { value: 'es' },
  language: { value: 'es' },
  textLanguage: { value: 'en' },
  to: { value: 'es' },
  placeId: { value: 'ChIJwhich0nobody0knows' },
  formattedAddress: { value: '1 Main Street, Springfield' },
  url: { value: 'maps.example.test/place' },
  googleReviewUrl: { value: 'https://reviews.example.test/write' },
  stack: { value: 'index.js:1:2' },
  page: { value: '/conversations/$sid' },
  appVersion: { value: '1.8.857' },
  website: { value: 'www.example.test' },
  locationPhoneNumber: { value: '(212) 555-0100' },
}

const PLAIN_NAMES =
  /^(title|searchTerm|text|input|messageDraft|searchName|contactName|businessName|firstName|lastName|name|subscriptionName|message|linkLabel|note|statusName|friendlyName)$/

interface Definition {
  type: string
  format?: string
  innerType?: z.ZodType
  in?: z.ZodType
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  entries?: Record<string, string>
  values?: unknown[]
}

const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition
const inner = (schema: z.ZodType | undefined) => {
  if (!schema) throw new Error('The schema has no inner one.')
  return schema
}

/**
 * A valid input made from an endpoint's own schema, and where in it things of a tenant are named.
 * A field it does not know how to fill fails, so that whoever adds one decides what it names.
 */
export function sampleInput(schema: z.ZodType, ids: SampleIds): SampleInput {
  const { shape } = definitionOf(schema)
  if (!shape) throw new Error('The input of an endpoint is an object.')
  let input: Record<string, unknown> = {}
  const leaves: Leaf[] = []
  const fields = Object.entries(shape).map(([name, field]) => ({ name, field, isOptional: isOptional(field) }))
  for (const { name, field, isOptional } of fields.toSorted((a, b) => Number(a.isOptional) - Number(b.isOptional))) {
    const fieldLeaves: Leaf[] = []
    const value = fill(field, name, [name], isOptional, ids, fieldLeaves)
    const extended = { ...input, [name]: value }
    // Fields that exclude each other: the first one stays.
    if (isOptional && !schema.safeParse(extended).success) continue
    input = extended
    leaves.push(...fieldLeaves)
  }
  schema.parse(input)
  return { input, leaves }
}

const isOptional = (schema: z.ZodType): boolean => ['optional', 'default'].includes(definitionOf(schema).type)

function fill(
  schema: z.ZodType,
  name: string,
  path: Leaf['path'],
  isOptional: boolean,
  ids: SampleIds,
  leaves: Leaf[],
): unknown {
  const definition = definitionOf(schema)
  const leaf = (names: Leaf['names'], value: unknown) => {
    leaves.push({ path, names, isOptional })
    return value
  }
  switch (definition.type) {
    case 'optional':
    case 'default':
    case 'nullable':
      return fill(inner(definition.innerType), name, path, isOptional, ids, leaves)
    case 'pipe':
      return fill(inner(definition.in), name, path, isOptional, ids, leaves)
    case 'array':
      return [fill(inner(definition.element), name, [...path, 0], isOptional, ids, leaves)]
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape ?? {}).map(([key, field]) => [
          key,
          fill(field, key, [...path, key], isOptional, ids, leaves),
        ]),
      )
    case 'boolean':
      return leaf(null, false)
    case 'number':
      return leaf(null, 1)
    case 'enum':
      return leaf(null, Object.values(definition.entries ?? {})[0])
    case 'literal':
      return leaf(null, definition.values?.[0])
    case 'file':
      return leaf(null, new File([PIXEL], 'picture.png', { type: 'image/png' }))
    case 'string': {
      const [names, value] = fillString(schema, name, definition.format, ids)
      return leaf(names, value)
    }
    default:
      throw new Error(`The sweeps do not know how to fill a ${definition.type} such as ${name} yet.`)
  }
}

function fillString(
  schema: z.ZodType,
  name: string,
  format: string | undefined,
  ids: SampleIds,
): [Leaf['names'], string] {
  for (const [prefix, names] of Object.entries(SIDS)) {
    if (schema.safeParse(prefix + HEX).success && !schema.safeParse(`XX${HEX}`).success) return [names, ids[names]]
  }
  // An id whose field is only called `id` says in its schema what it names.
  const named = schema.meta()?.names
  if (typeof named === 'string') return [named as keyof SampleIds, ids[named as keyof SampleIds]]
  const sample = format === 'uuid' ? undefined : STRING_FIELDS[name]
  if (sample) return typeof sample === 'string' ? [sample, ids[sample]] : [null, sample.value]
  if (format === 'uuid') {
    const names = UUID_FIELDS[name]
    if (names === undefined)
      throw new Error(`${name} is an id the sweeps do not know: say in UUID_FIELDS what it names.`)
    return [names, names === null ? crypto.randomUUID() : ids[names]]
  }
  if (format === 'datetime') return [null, '2020-01-01T00:00:00Z']
  if (format === 'email') return [null, `somebody-${crypto.randomUUID()}@example.test`]
  if (format === undefined && PLAIN_NAMES.test(name)) return [null, 'Plain words']
  throw new Error(`${name} is a text the sweeps do not know: say in sample-input.ts what it holds.`)
}

/** A copy of the input with one value replaced. */
export function replaceAt(input: unknown, [step, ...rest]: Leaf['path'], value: unknown): unknown {
  if (step === undefined) return value
  const copy = Array.isArray(input) ? [...input] : { ...(input as object) }
  const slot = copy as Record<string | number, unknown>
  slot[step] = replaceAt(slot[step], rest, value)
  return copy
}
