import type { Contact } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { toSid } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { idsOf, runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { AppError } from '../../platform/errors.ts'
import { lockConversationsOfNumbers } from '../changes/index.ts'
import {
  CONTACT_COLUMNS,
  type ContactRow,
  contactIdsByPhone,
  contactMatches,
  lockContactsByPhone,
  toContact,
} from '../contact-rows/index.ts'
import { isContactVisible, newestThreadId } from '../visibility/index.ts'

async function find(tx: TenantTx, actor: Viewer, which: RawBuilder<unknown>): Promise<Contact[]> {
  const rows = await runPrepared(
    tx,
    sql<ContactRow>`
    select ${forTenant(tx, CONTACT_COLUMNS.sql)}
    from contacts t cross join lateral (select ${newestThreadId(tx, actor)} as id) c
    where t.tenant_id = ${tx.tenantId} and ${which} and ${isContactVisible(tx, actor)}`,
  )
  return rows.map(toContact)
}

/** Finds the contacts of these ids that the viewer may see, in the order of the ids. */
export async function findContacts(tx: TenantTx, viewer: Viewer, ids: readonly string[]): Promise<Contact[]> {
  const unique = [...new Set(ids)]
  const contacts = unique.length === 0 ? [] : await find(tx, viewer, sql`t.id = any(${idsOf(unique)})`)
  return contacts.toSorted((a, b) => unique.indexOf(a.id) - unique.indexOf(b.id))
}

/**
 * The only way from an id to a contact. The id of a further number leads to the contact that it belongs to. Hidden and
 * absent look the same.
 */
export async function accessContact(tx: TenantTx, actor: Viewer, id: string): Promise<Contact> {
  const [contact] = await find(
    tx,
    actor,
    sql`t.id = (select coalesce(r.main_id, r.id) from contacts r where r.tenant_id = ${tx.tenantId} and r.id = ${id})`,
  )
  if (!contact) throw new AppError('ContactNotFound')
  return contact
}

export async function findContactByPhone(tx: TenantTx, actor: Actor, phone: string): Promise<Contact | undefined> {
  const [contact] = await find(tx, actor, sql`t.id = any(${contactIdsByPhone(tx, [phone])})`)
  return contact
}

/** All numbers of a contact, main one first. */
export const phonesOf = ({ phones }: Contact): string[] => phones.map(({ phone }) => phone)

const MAX_LOCK_ATTEMPTS = 5

export interface LockedContact {
  contact: Contact
  /** All its conversations, locked too. */
  threads: string[]
}

/** Loads a contact to change it, and locks its rows and conversations. After a merge, loads the survivor. */
export async function lockContact(tx: TenantTx, actor: Viewer, id: string): Promise<LockedContact> {
  const [locked] = await lockContacts(tx, actor, [id])
  if (!locked) throw new AppError('ContactNotFound')
  return locked
}

/** Locks several contacts at once, so that concurrent changes lock them in the same order. */
export async function lockContacts(tx: TenantTx, actor: Viewer, ids: readonly string[]): Promise<LockedContact[]> {
  const read = () => Promise.all(ids.map((id) => accessContact(tx, actor, id)))
  let contacts = await read()
  for (let attempt = 0; attempt < MAX_LOCK_ATTEMPTS; attempt++) {
    const before = contacts.map(phonesOf)
    await lockContactsByPhone(tx, before.flat())
    contacts = await read()
    if (JSON.stringify(contacts.map(phonesOf)) !== JSON.stringify(before)) continue
    const threads = await lockConversationsOfNumbers(tx, before.flat())
    return Promise.all(
      contacts.map(async (contact, index) => ({
        contact,
        threads: contacts.length === 1 ? threads : await lockConversationsOfNumbers(tx, before[index] ?? []),
      })),
    )
  }
  throw new Error(`Gave up locking contacts after ${MAX_LOCK_ATTEMPTS} attempts.`)
}

/** Suggestions shown while the user types. */
const SUGGESTED_MAX = 8
/** Stops searching for a term that matches more contacts than this, of those that the viewer may see. */
const MATCHES_MAX = 2000

type Suggested = Pick<Contact, 'id' | 'name' | 'phone' | 'locationID' | 'conversationSid'>

export async function suggestContacts(tx: TenantTx, actor: Actor, searchTerm: string): Promise<Suggested[]> {
  const matches = await contactMatches(tx, searchTerm, sql.ref('t.id'))
  const rows = await tx
    .selectFrom(({ selectFrom }) =>
      selectFrom('contacts as t')
        .where('t.tenantId', '=', tx.tenantId)
        .where('t.mainId', 'is', null)
        .where(matches)
        .where(isContactVisible(tx, actor))
        .limit(MATCHES_MAX)
        .selectAll('t')
        .as('t'),
    )
    .select(['t.id', 't.name', 't.phone', 't.locationId'])
    .select(newestThreadId(tx, actor).as('conversationId'))
    .orderBy(sql`t.name = ''`)
    .orderBy('t.nameKey')
    .orderBy('t.phone')
    .limit(SUGGESTED_MAX)
    .execute()
  return rows.map(({ id, name, phone, locationId, conversationId }) => ({
    id,
    name,
    phone,
    locationID: locationId,
    conversationSid: conversationId && toSid('CH', conversationId),
  }))
}
