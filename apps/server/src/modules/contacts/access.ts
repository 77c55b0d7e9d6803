import type { Contact } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { toSid } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { AppError } from '../../platform/errors.ts'
import { CONTACT_COLUMNS, type ContactRow, toContact } from '../contact-rows/index.ts'
import { findPhones, isThreadOf, nameMatches, phoneDigits } from '../number-pairs/index.ts'
import { isContactVisible, isVisible } from '../visibility/index.ts'

async function findOne(tx: TenantTx, actor: Viewer, which: RawBuilder<unknown>): Promise<Contact | undefined> {
  const { rows } = await sql<ContactRow>`
    select ${forTenant(tx, CONTACT_COLUMNS.sql)}
    from contacts t left join lateral (
      select c.id from conversations c
      where c.tenant_id = ${tx.tenantId} and ${isThreadOf(tx, sql`t.phone`)} and ${isVisible(actor, 'c')}
      order by c.sorted_at desc, c.id desc limit 1
    ) c on true
    where t.tenant_id = ${tx.tenantId} and ${which} and ${isContactVisible(tx, actor)}`.execute(tx)
  return rows[0] && toContact(rows[0])
}

/** The only way from an id to a contact. Hidden and absent look the same. */
export async function accessContact(tx: TenantTx, actor: Viewer, id: string): Promise<Contact> {
  const contact = await findOne(tx, actor, sql`t.id = ${id}`)
  if (!contact) throw new AppError('ContactNotFound')
  return contact
}

export const findContactByPhone = (tx: TenantTx, actor: Actor, phone: string): Promise<Contact | undefined> =>
  findOne(tx, actor, sql`t.phone = ${phone}`)

/** Suggestions shown while the user types. */
const SUGGESTED_MAX = 8
/** Stops searching for a term that matches more contacts than this. */
const MATCHES_MAX = 2000

type Suggested = Pick<Contact, 'id' | 'name' | 'phone' | 'locationID' | 'conversationSid'>

export async function suggestContacts(tx: TenantTx, actor: Actor, searchTerm: string): Promise<Suggested[]> {
  const digits = phoneDigits(searchTerm)
  const phones = await findPhones(tx, digits ? { digits } : { name: searchTerm })
  const fits = phones
    ? sql<boolean>`t.phone = any(${phones}::text[])`
    : digits
      ? sql<boolean>`t.phone like ${`%${digits}%`}`
      : nameMatches(sql`t.name_key`, searchTerm)
  const rows = await tx
    .selectFrom(({ selectFrom }) =>
      selectFrom('contacts as t')
        .where('t.tenantId', '=', tx.tenantId)
        .where(fits)
        .limit(MATCHES_MAX)
        .selectAll('t')
        .as('t'),
    )
    .where(isContactVisible(tx, actor))
    .select(['t.id', 't.name', 't.phone', 't.locationId'])
    .select(({ selectFrom }) =>
      selectFrom('conversations as c')
        .where('c.tenantId', '=', tx.tenantId)
        .where(isThreadOf(tx, sql`t.phone`))
        .where(isVisible(actor, 'c'))
        .orderBy('c.sortedAt', 'desc')
        .orderBy('c.id', 'desc')
        .limit(1)
        .select('c.id')
        .as('conversationId'),
    )
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
