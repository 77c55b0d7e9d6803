import type { Contact } from '@frontdesk/contract/api'
import { fromSid, NUMBER_PROBLEMS, readPhone } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type FieldChanges, fieldValueReader, readFieldChanges } from '../contact-fields/index.ts'
import { insertContacts } from '../contact-rows/index.ts'
import { accessConversation } from '../conversations/index.ts'
import { findLocation, findOldestLocation } from '../locations/index.ts'
import { accessContact, findContactByPhone, lockContact } from './access.ts'
import { assertBirthDate } from './birth-date.ts'
import type { ContactDeps } from './deps.ts'
import { assertLabelsExist } from './labels.ts'
import { recordContactUpdated, recordManyUpdated } from './record-contact-updated.ts'
import { replaceMainEmail, writeContact } from './update-contact.ts'

export interface NewContact {
  name: string
  email: string | null
  phone: string
  birthDate: string | null
  countryCode?: string | undefined
  tags: string[]
  labels: string[]
  custom: FieldChanges
}

interface Origin {
  source: string
  locationID?: string | undefined
}

/** Adds a contact. One that the actor cannot see keeps its number, without being shown. */
export async function addContact(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { source, locationID, conversationSid, ...contact }: NewContact & Origin & { conversationSid?: string | undefined },
): Promise<Contact> {
  const phone = readContactPhone(contact)
  if (!phone) throw new AppError('PhoneNumberInexistent', null, NUMBER_PROBLEMS.unknown.message)
  const { name, email, birthDate, tags, labels } = contact
  assertBirthDate(birthDate, tx.now())
  await assertLabelsExist(tx, labels)
  const custom = await readFieldChanges(tx, contact.custom)
  const locationId = await findLocationOf(tx, actor, locationID)
  if (conversationSid !== undefined) {
    const { contactId, contactPhone } = await accessConversation(tx, actor, fromSid(conversationSid))
    if (contactPhone !== phone) throw new AppError('ConversationNotFound')
    const locked = await lockContact(tx, actor, contactId)
    const emails = replaceMainEmail(locked.contact.emails, email)
    await writeContact(deps, tx, actor, locked, { name, emails, birthDate, tags, labels, custom })
    return accessContact(tx, actor, contactId)
  }
  const row = { name, email, phone, birthDate, tags, labels, custom }
  const [id] = await insertContacts(tx, [row], { locationId, source, at: tx.now() })
  if (!id) throw new AppError('ContactExists', { contact: (await findContactByPhone(tx, actor, phone)) ?? null })
  await recordContactUpdated(tx, actor, id)
  return accessContact(tx, actor, id)
}

/** Adds contacts whose numbers no contact has yet. */
export async function addContacts(
  tx: TenantTx,
  actor: Actor,
  { contacts, source, locationID }: Origin & { contacts: NewContact[] },
): Promise<{ added: number; existing: number; invalid: { index: number; phone: string }[] }> {
  const locationId = await findLocationOf(tx, actor, locationID)
  await assertLabelsExist(tx, [...new Set(contacts.flatMap(({ labels }) => labels))])
  const readValues = await fieldValueReader(
    tx,
    contacts.map(({ custom }) => custom),
  )
  const invalid: { index: number; phone: string }[] = []
  const rows = new Map<string, Parameters<typeof insertContacts>[1][number]>()
  for (const [index, contact] of contacts.entries()) {
    assertBirthDate(contact.birthDate, tx.now())
    const phone = readContactPhone(contact)
    if (!phone) invalid.push({ index, phone: contact.phone })
    else if (!rows.has(phone)) {
      const { name, email, birthDate, tags, labels } = contact
      rows.set(phone, { name, email, phone, birthDate, tags, labels, custom: readValues(contact.custom) })
    }
  }
  const ids = await insertContacts(tx, [...rows.values()], { locationId, source, at: tx.now() })
  if (ids.length > 0) await recordManyUpdated(tx, actor, [locationId])
  return { added: ids.length, existing: contacts.length - invalid.length - ids.length, invalid }
}

/** The number of a new contact in E.164, or null if it is not a valid number of the US or Canada. */
export function readContactPhone({ phone, countryCode }: Pick<NewContact, 'phone' | 'countryCode'>): string | null {
  const read = readPhone(phone, countryCode ?? 'US')
  return read?.isValid && (read.country === 'US' || read.country === 'CA') ? read.phone : null
}

async function findLocationOf(tx: TenantTx, actor: Actor, id: string | undefined): Promise<string> {
  const location = id === undefined ? await findOldestLocation(tx, actor) : await findLocation(tx, actor, id)
  if (!location) throw new AppError('LocationNotFound')
  return location.id
}
