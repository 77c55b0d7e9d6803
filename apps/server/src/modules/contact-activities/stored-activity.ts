import { type ContactActivity, type ContactFieldChange, LogUpdate } from '@frontdesk/contract/api'
import {
  ACTIVITY_CAUSES,
  CONSENT_KINDS,
  CONSENT_PURPOSES,
  CONSENT_SOURCES,
  CONTACT_PAYMENT_KINDS,
  CURRENCIES,
  DOCUMENT_KINDS,
  GROUP_MESSAGE_KINDS,
  LEGAL_HOLIDAYS,
  SKIP_REASONS,
  toSid,
} from '@frontdesk/contract/rules'
import { z } from 'zod'
import type { RecordedValue } from '../contact-rows/index.ts'

/** A row of the list, from one of its sources. */
export interface StoredActivity {
  at: string
  id: string
  source: string
  actor: string | null
  data: unknown
}

/** Names that rows refer to by id. */
export interface Names {
  importFile: (id: string | null) => string | null
  status: (key: string | null) => string | null
}

const text = z.string().nullable()
const list = z.array(z.string())

/** The recorded values of a contact, all of them; a change has those that it concerns. */
const VALUES = {
  name: text,
  email: text,
  otherEmails: list,
  birthDate: text,
  taxExemption: text,
  tags: list,
  labels: list,
  language: text,
  statusKey: text,
  custom: z.record(z.string(), z.string()),
  locationId: z.string(),
  phones: list,
} satisfies Record<RecordedValue, z.ZodType>
const Values = z.object(VALUES).partial()
type Values = z.infer<typeof Values>

const importId = z.uuid().nullable()
const conversationId = z.uuid()

/** Columns of each source besides time, id and actor. */
const SOURCES = {
  stored: z.object({
    kind: z.enum(['changed', 'note-deleted', 'blocked', 'unblocked']),
    before: Values.nullable(),
    after: Values.nullable(),
    cause: z.enum(ACTIVITY_CAUSES).nullable(),
    importId,
    phone: text,
  }),
  added: z.object({ source: z.string(), importId }),
  merged: z.object({ name: text, phone: text }),
  note: z.object({ note: z.string(), conversationId: conversationId.optional() }),
  update: z.object({ conversationId, update: LogUpdate }),
  message: z.object({
    conversationId,
    kind: z.enum(GROUP_MESSAGE_KINDS),
    name: text,
    text: z.string(),
  }),
  withheld: z.object({
    kind: z.enum(GROUP_MESSAGE_KINDS),
    name: text,
    outcome: z.enum(['skipped', 'held']),
    reason: z.enum(SKIP_REASONS),
    heldUntil: text,
    holiday: z.enum(LEGAL_HOLIDAYS).nullable(),
  }),
  consent: z.object({
    kind: z.enum(CONSENT_KINDS).exclude(['help']),
    purpose: z.enum(['all', ...CONSENT_PURPOSES]),
    source: z.enum(CONSENT_SOURCES),
    phone: z.string(),
    importId,
  }),
  payment: z.object({
    paymentID: z.uuid(),
    documentKind: z.enum(DOCUMENT_KINDS),
    invoiceNumber: z.string(),
    activity: z.enum(CONTACT_PAYMENT_KINDS),
    amount: z.int().nullable(),
    currency: z.enum(CURRENCIES),
  }),
}

export function toActivity({ at, id, source, actor, data }: StoredActivity, names: Names): ContactActivity {
  const common = { id: `${at}|${id}`, atUtc: at, actor }
  switch (source) {
    case 'stored': {
      const row = SOURCES.stored.parse(data)
      if (row.kind === 'note-deleted') return { ...common, kind: row.kind }
      if (row.kind !== 'changed') return { ...common, kind: row.kind, phoneNumber: row.phone ?? '' }
      const changes = changesOf(row.before ?? {}, row.after ?? {}, names)
      return { ...common, kind: row.kind, changes, cause: row.cause, importFileName: names.importFile(row.importId) }
    }
    case 'added': {
      const row = SOURCES.added.parse(data)
      return { ...common, kind: 'added', source: row.source, importFileName: names.importFile(row.importId) }
    }
    case 'merged':
    case 'unmerged': {
      const { name, phone } = SOURCES.merged.parse(data)
      return { ...common, kind: source, other: phone === null ? null : { name: name ?? '', phoneNumber: phone } }
    }
    case 'note': {
      const row = SOURCES.note.parse(data)
      const conversationSid = row.conversationId === undefined ? null : toSid('CH', row.conversationId)
      return { ...common, kind: 'note-added', note: row.note, conversationSid }
    }
    case 'update': {
      const row = SOURCES.update.parse(data)
      const conversationSid = toSid('CH', row.conversationId)
      return { ...common, kind: 'conversation-updated', conversationSid, update: row.update }
    }
    case 'message': {
      const { kind, name, text, conversationId } = SOURCES.message.parse(data)
      const conversationSid = toSid('CH', conversationId)
      return { ...common, kind: 'message-sent', messageKind: kind, name, text, conversationSid }
    }
    case 'withheld': {
      const { kind, name, outcome, reason, heldUntil, holiday } = SOURCES.withheld.parse(data)
      const heldUntilUtc = heldUntil && Temporal.Instant.from(heldUntil).toString({ smallestUnit: 'millisecond' })
      return { ...common, kind: 'message-withheld', messageKind: kind, name, outcome, reason, heldUntilUtc, holiday }
    }
    case 'consent': {
      const { kind, purpose, source: channel, phone, importId } = SOURCES.consent.parse(data)
      return {
        ...common,
        kind: 'consent',
        consent: kind,
        purpose,
        source: channel,
        phoneNumber: phone,
        importFileName: names.importFile(importId),
      }
    }
    case 'payment':
      return { ...common, kind: 'payment', ...SOURCES.payment.parse(data) }
    default:
      throw new Error(`Unknown activity source: ${source}`)
  }
}

/** The changes of a contact, field by field. A field that a change does not concern is in neither value. */
function changesOf(before: Values, after: Values, { status }: Pick<Names, 'status'>): ContactFieldChange[] {
  const changes: ContactFieldChange[] = []
  for (const field of ['name', 'birthDate', 'language', 'taxExemption'] as const)
    if (field in after) changes.push({ field, before: before[field] || null, after: after[field] || null })
  if ('email' in after || 'otherEmails' in after) changes.push(emailChange(before, after))
  if (after.phones) changes.push(phoneChange(before.phones ?? [], after.phones))
  for (const field of ['tags', 'labels'] as const)
    if (after[field]) changes.push({ field, ...compareLists(before[field] ?? [], after[field]), main: null })
  if ('statusKey' in after)
    changes.push({ field: 'status', before: status(before.statusKey ?? null), after: status(after.statusKey ?? null) })
  if (before.locationId && after.locationId)
    changes.push({ field: 'location', before: before.locationId, after: after.locationId })
  const [old, now] = [before.custom ?? {}, after.custom ?? {}]
  for (const fieldID of new Set([...Object.keys(old), ...Object.keys(now)]))
    if (old[fieldID] !== now[fieldID])
      changes.push({ field: 'custom', fieldID, before: old[fieldID] ?? null, after: now[fieldID] ?? null })
  return changes
}

/** The main email and the others are two columns, which may trade values. */
function emailChange(before: Values, after: Values): ContactFieldChange {
  const all = ({ email, otherEmails = [] }: Values) => [...(email ? [email] : []), ...otherEmails]
  const { added, removed } = compareLists(all(before), all(after), (email) => email.toLowerCase())
  return { field: 'emails', added, removed, main: after.email && !added.includes(after.email) ? after.email : null }
}

function phoneChange(before: readonly string[], after: readonly string[]): ContactFieldChange {
  const { added, removed } = compareLists(before, after)
  const [main = null] = after
  return { field: 'phones', added, removed, main: main === before[0] || added.includes(main ?? '') ? null : main }
}

function compareLists(before: readonly string[], after: readonly string[], keyOf = (word: string) => word) {
  const [old, now] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  return {
    added: after.filter((word) => !old.has(keyOf(word))),
    removed: before.filter((word) => !now.has(keyOf(word))),
  }
}
