import type { Contact } from '@frontdesk/contract/api'
import { CONTACT_EMAILS_MAX, fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type FieldChanges, fieldValueReader, readFieldChanges } from '../contact-fields/index.ts'
import { insertContacts, recordContactUpdated, recordManyUpdated, tagSpelling } from '../contact-rows/index.ts'
import { accessConversation } from '../conversations/index.ts'
import { findLocation, findOldestLocation } from '../locations/index.ts'
import { assertSeesAllOfNumbers } from '../visibility/index.ts'
import { accessContact, type LockedContact, lockContact, phonesOf } from './access.ts'
import { addNumbers, assertNoLandlines, contactExists, readContactPhone, requireContactPhone } from './add-numbers.ts'
import { assertBirthDate } from './birth-date.ts'
import { auditNumber, recordNumbersChanged } from './change-phones.ts'
import type { ContactDeps } from './deps.ts'
import { assertLabelsExist } from './labels.ts'
import { replaceMainEmail, splitEmails, writeContact } from './update-contact.ts'

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

interface AddRequest extends NewContact, Origin {
  otherPhones: string[]
  otherEmails: string[]
  conversationSid?: string | undefined
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
  { source, locationID, conversationSid, otherPhones, otherEmails, ...contact }: AddRequest,
): Promise<Contact> {
  const { name, birthDate, labels, countryCode } = contact
  const tags = contact.tags.map(await tagSpelling(tx, contact.tags))
  const phone = requireContactPhone(contact)
  const numbers = otherPhones.map((other) => requireContactPhone({ phone: other, countryCode }))
  const furtherPhones = [...new Set(numbers)].filter((other) => other !== phone)
  await assertNoLandlines(tx, [phone, ...furtherPhones])
  assertBirthDate(birthDate, tx.now())
  await assertLabelsExist(tx, labels)
  const custom = await readFieldChanges(tx, contact.custom)
  const locationId = await findLocationOf(tx, actor, locationID)
  if (conversationSid !== undefined) {
    const { contactId, contactPhone } = await accessConversation(tx, actor, fromSid(conversationSid))
    if (contactPhone !== phone) throw new AppError('ConversationNotFound')
    const locked = await lockContact(tx, actor, contactId)
    const { emails } = locked.contact
    // Omitted fields stay unchanged.
    await writeContact(deps, tx, actor, locked, {
      ...(name && { name }),
      emails: joinEmails(contact.email === null ? emails : replaceMainEmail(emails, contact.email), otherEmails),
      ...(birthDate && { birthDate }),
      ...(tags.length > 0 && { tags }),
      ...(labels.length > 0 && { labels }),
      custom,
    })
    await addMissingNumbers(deps, tx, actor, locked, furtherPhones)
    return accessContact(tx, actor, contactId)
  }
  const emails = splitEmails(joinEmails(contact.email === null ? [] : [contact.email], otherEmails))
  const row = { name, phone, ...emails, birthDate, tags, labels, custom }
  const at = tx.now()
  const [id] = await insertContacts(tx, [row], { locationId, source, addedBy: actor.userId, at })
  if (!id) throw await contactExists(tx, actor, phone)
  await addNumbers(tx, actor, await accessContact(tx, actor, id), { phones: furtherPhones, at })
  await recordContactUpdated(tx, actor, id)
  return accessContact(tx, actor, id)
}

/** The emails, and others that are not among them. */
function joinEmails(emails: readonly string[], others: readonly string[]): string[] {
  const unique = new Map<string, string>()
  for (const email of [...emails, ...others])
    if (!unique.has(email.toLowerCase())) unique.set(email.toLowerCase(), email)
  if (unique.size > CONTACT_EMAILS_MAX) throw new AppError('ContactTooLarge')
  return [...unique.values()]
}

/**
 * Adds numbers to a contact with conversations: everyone who sees the contact will see them, so the actor must see all
 * of it.
 */
async function addMissingNumbers(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  locked: LockedContact,
  phones: readonly string[],
): Promise<void> {
  const existing = phonesOf(locked.contact)
  const missing = phones.filter((phone) => !existing.includes(phone))
  if (missing.length === 0) return
  await assertSeesAllOfNumbers(tx, actor, existing)
  await addNumbers(tx, actor, locked.contact, { phones: missing, at: tx.now() })
  await recordNumbersChanged(deps, tx, actor, locked, [locked.contact.id])
  for (const phone of missing) await auditNumber(tx, actor, 'contact.phone-added', locked, phone)
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
  const spell = await tagSpelling(
    tx,
    contacts.flatMap(({ tags }) => tags),
  )
  const invalid: { index: number; phone: string }[] = []
  const rows = new Map<string, Parameters<typeof insertContacts>[1][number]>()
  for (const [index, contact] of contacts.entries()) {
    assertBirthDate(contact.birthDate, tx.now())
    const phone = readContactPhone(contact)
    if (!phone) invalid.push({ index, phone: contact.phone })
    else if (!rows.has(phone)) {
      const { name, email, birthDate, tags, labels } = contact
      rows.set(phone, {
        name,
        email,
        phone,
        birthDate,
        tags: tags.map(spell),
        labels,
        custom: readValues(contact.custom),
      })
    }
  }
  const origin = { locationId, source, addedBy: actor.userId, at: tx.now() }
  const ids = await insertContacts(tx, [...rows.values()], origin)
  if (ids.length > 0) await recordManyUpdated(tx, actor, [locationId])
  return { added: ids.length, existing: contacts.length - invalid.length - ids.length, invalid }
}

async function findLocationOf(tx: TenantTx, actor: Actor, id: string | undefined): Promise<string> {
  const location = id === undefined ? await findOldestLocation(tx, actor) : await findLocation(tx, actor, id)
  if (!location) throw new AppError('LocationNotFound')
  return location.id
}
