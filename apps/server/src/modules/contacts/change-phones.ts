import type { Contact } from '@frontdesk/contract/api'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAudit } from '../audit/index.ts'
import { refreshConversations } from '../changes/index.ts'
import {
  arrangeContacts,
  type ContactWithRows,
  deleteContact,
  findContactWithRows,
  recordContactUpdated,
} from '../contact-rows/index.ts'
import { contactChanged } from '../conversations/events.ts'
import { assertSeesAllOfNumbers, contactRooms, locationsOfNumbers } from '../visibility/index.ts'
import { accessContact, type LockedContact, lockContact, phonesOf } from './access.ts'
import { addNumbers, assertNoLandlines, readContactPhone, requireContactPhone } from './add-numbers.ts'
import type { ContactDeps, NumberDeps } from './deps.ts'

interface NumberOfContact {
  id: string
  phone: string
  countryCode?: string | undefined
}

/**
 * Adds a number that no contact has. Everyone who sees the contact will see it, so the actor must see all of the
 * contact.
 */
export async function addPhone(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { id, ...number }: NumberOfContact,
): Promise<Contact> {
  const phone = requireContactPhone(number)
  const locked = await lockContact(tx, actor, id)
  const { contact } = locked
  if (phonesOf(contact).includes(phone)) return contact
  await assertNoLandlines(tx, [phone])
  await assertSeesAllOfNumbers(tx, actor, phonesOf(contact))
  await addNumbers(tx, actor, contact, { phones: [phone], at: tx.now() })
  await recordNumbersChanged(deps, tx, actor, locked, [contact.id])
  await auditNumber(tx, actor, 'contact.phone-added', locked, phone)
  return accessContact(tx, actor, contact.id)
}

/**
 * Removes a number from a contact. With conversations it becomes a contact without a name, because it may belong to
 * another person; otherwise it is deleted. Opt-outs and blocks are stored by number and stay.
 */
export async function removePhone(
  deps: NumberDeps,
  tx: TenantTx,
  actor: Actor,
  { id, ...number }: NumberOfContact,
): Promise<Contact> {
  const locked = await lockContact(tx, actor, id)
  const { contact } = locked
  const phones = phonesOf(contact)
  const phone = requireNumber(contact, number)
  if (phones.length === 1) throw new AppError('ContactPhoneRequired')
  await assertSeesAllOfNumbers(tx, actor, phones)
  const rooms = await contactRooms(tx, contact.id)
  const { rowIds, values } = await getContactWithRows(tx, contact)
  const removedId = rowIds[phones.indexOf(phone)] ?? ''
  const [mainId = '', ...others] = rowIds.filter((rowId) => rowId !== removedId)
  const author = { userId: actor.userId, at: tx.now() }
  const blank = {
    name: '',
    email: null,
    otherEmails: [],
    birthDate: null,
    taxExemption: null,
    tags: [],
    labels: [],
    language: null,
    custom: {},
    edits: {},
  }
  await arrangeContacts(
    tx,
    [
      { rowIds: [mainId, ...others], values },
      { rowIds: [removedId], values: { ...values, ...blank, isLanguageChosen: false, statusKey: null } },
    ],
    { author, numbers: { contactId: mainId, before: phones, after: phones.filter((other) => other !== phone) } },
  )
  for (const follow of deps.contactFollowers) await follow(tx, { from: removedId, to: mainId })
  const isUsed = await hasConversations(tx, phone)
  if (!isUsed) await deleteContact(tx, removedId)
  await recordNumbersChanged(deps, tx, actor, locked, isUsed ? [mainId, removedId] : [mainId], rooms)
  await auditNumber(tx, actor, 'contact.phone-removed', locked, phone)
  return accessContact(tx, actor, mainId)
}

/** Makes a number of a contact its main one. Its row becomes the main row. */
export async function setMainPhone(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { id, ...number }: NumberOfContact,
): Promise<Contact> {
  const locked = await lockContact(tx, actor, id)
  const { contact } = locked
  const phones = phonesOf(contact)
  const phone = requireNumber(contact, number)
  const position = phones.indexOf(phone)
  if (position === 0) return contact
  const { rowIds, values } = await getContactWithRows(tx, contact)
  const mainId = rowIds[position] ?? ''
  await arrangeContacts(tx, [{ rowIds: [mainId, ...rowIds.filter((rowId) => rowId !== mainId)], values }], {
    author: { userId: actor.userId, at: tx.now() },
    numbers: { contactId: mainId, before: phones, after: [phone, ...phones.filter((other) => other !== phone)] },
  })
  await recordNumbersChanged(deps, tx, actor, locked, [contact.id])
  return accessContact(tx, actor, mainId)
}

/** The rows of a locked contact. */
export async function getContactWithRows(tx: TenantTx, { id }: Contact): Promise<ContactWithRows> {
  const rows = await findContactWithRows(tx, id)
  if (!rows) throw new Error('A locked contact has no rows.')
  return rows
}

function requireNumber(contact: Contact, number: Omit<NumberOfContact, 'id'>): string {
  const phone = readContactPhone(number)
  if (!phone || !phonesOf(contact).includes(phone)) throw new AppError('ContactPhoneNotFound')
  return phone
}

async function hasConversations(tx: TenantTx, phone: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversations c where c.tenant_id = ${tx.tenantId} and c.contact_phone = ${phone}
    union all
    select from merged_conversations v where v.tenant_id = ${tx.tenantId} and v.contact_phone = ${phone} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Records that the numbers of contacts changed, for lists, for open contacts, and in each of their conversations. */
export async function recordNumbersChanged(
  deps: ContactDeps,
  tx: TenantTx,
  actor: Actor,
  { threads }: Pick<LockedContact, 'threads'>,
  contactIds: readonly string[],
  formerRooms: readonly string[] = [],
): Promise<void> {
  await refreshConversations(deps, tx, threads, {
    event: contactChanged.of(),
    at: tx.now(),
    actorUserId: actor.userId,
  })
  for (const id of contactIds) await recordContactUpdated(tx, actor, id, formerRooms)
}

export async function auditNumber(
  tx: TenantTx,
  actor: Actor,
  action: 'contact.phone-added' | 'contact.phone-removed',
  { contact }: LockedContact,
  phone: string,
): Promise<void> {
  await recordAudit(tx, {
    action,
    actor,
    // The audit log does not contain full numbers of contacts.
    subject: `Number ending in ${phone.slice(-4)}`,
    locationIDs: await locationsOfNumbers(tx, [...phonesOf(contact), phone]),
    data: { contact: `Number ending in ${contact.phone.slice(-4)}` },
    at: tx.now(),
  })
}
