import { formatPhone, VISIT_PAGE_PATH, type Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import { executePrepared, type TenantTx } from '../../platform/database/database.ts'
import { toArray } from '../../platform/database/to-array.ts'
import { contactIdsByPhone, mainContactId } from '../contact-rows/index.ts'
import { type ConversationRow, findConversation, getOrStartConversation } from '../conversations/index.ts'
import { choosePair, isThreadOf, throughPair } from '../number-pairs/index.ts'
import type { BookingDeps } from './deps.ts'
import { signVisit } from './visit-token.ts'

export type VisitForContact = NonNullable<Awaited<ReturnType<typeof findForText>>>

/**
 * A booking as texts and cards describe it, except its time, which depends on their language; undefined if it has no
 * contact.
 */
export async function findForText({ secrets, publicUrl }: BookingDeps, tx: TenantTx, id: string) {
  const [row] = await executePrepared(
    tx,
    tx
      .selectFrom('bookings as b')
      .innerJoin('contacts as r', (join) => join.on('r.tenantId', '=', tx.tenantId).onRef('r.id', '=', 'b.contactId'))
      .innerJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).on('t.id', '=', mainContactId('r')))
      .innerJoin('locations as l', (join) => join.on('l.tenantId', '=', tx.tenantId).onRef('l.id', '=', 'b.locationId'))
      .where('b.tenantId', '=', tx.tenantId)
      .where('b.id', '=', id)
      .select([
        'b.id',
        'b.status',
        'b.version',
        'b.startsAt',
        'b.endsAt',
        'b.localStartsAt',
        'b.timeZone',
        'b.locationId',
      ])
      .select([
        'l.name as locationName',
        'l.formattedAddress as locationAddress',
        't.id as contactId',
        't.name as contactName',
      ])
      .select(['t.phone', 't.otherPhones', 't.email', 't.language', 't.locationId as contactLocationId'])
      .select(({ selectFrom }) => [
        toArray(
          selectFrom('bookingItems as i')
            .where('i.tenantId', '=', tx.tenantId)
            .where('i.bookingId', '=', id)
            .orderBy('i.item')
            .select('i.serviceName'),
        ).as('serviceNames'),
        selectFrom('bookingItems as i')
          .innerJoin('bookingResources as r', (join) =>
            join.on('r.tenantId', '=', tx.tenantId).on(sql<boolean>`r.id = any(i.resource_ids)`),
          )
          .innerJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'r.userId'))
          .where('i.tenantId', '=', tx.tenantId)
          .where('i.bookingId', '=', id)
          .orderBy('i.item')
          .limit(1)
          .select('u.displayName')
          .as('teammate'),
      ]),
  )
  if (!row) return undefined
  return {
    ...row,
    variables: {
      booking_service: row.serviceNames.join(' + '),
      booking_teammate: row.teammate ?? '',
      booking_location: row.locationName,
      booking_link: publicUrl() + VISIT_PAGE_PATH + signVisit(secrets.visitKey, { tenantId: tx.tenantId, id }),
    },
  }
}

/** A conversation with a contact, and if it was merged with those of others, the pair through which they are texted. */
export type ContactThread = ConversationRow & { viaId?: string | undefined }

/**
 * Locks the conversation about a booking: the latest one with the contact, preferably through a number of its location.
 * Excludes conversations visible to people who may not see the contact: they would see the visit and the link to move
 * it.
 */
export async function findThread(
  tx: TenantTx,
  startedBy: Viewer | null,
  {
    contactName,
    phone,
    otherPhones,
    locationId,
    contactLocationId,
  }: Pick<VisitForContact, 'contactName' | 'phone' | 'otherPhones' | 'locationId' | 'contactLocationId'>,
  { starts, isClosed = false }: { starts: boolean; isClosed?: boolean },
): Promise<ContactThread | undefined> {
  const phones = [phone, ...otherPhones]
  const existing = await findThreadId(tx, { phones, locationId })
  if (existing !== undefined) return readThread(tx, existing, phones, 'change')
  if (!starts) return undefined
  const number = await findNumberToStart(tx, { phone, locationId, contactLocationId })
  if (!number) return undefined
  const started = await getOrStartConversation(tx, {
    contactPhone: phone,
    tenantPhone: number.phoneNumber,
    phoneNumberId: number.id,
    locationId: number.locationId,
    contactName: contactName || formatPhone(phone),
    assigneeId: null,
    source: 'user',
    at: tx.now(),
    startedBy,
    isClosed,
  })
  return readThread(tx, started.id, phones, 'change')
}

async function findThreadId(
  tx: TenantTx,
  { phones, locationId }: { phones: readonly string[]; locationId: string },
): Promise<string | undefined> {
  const [existing] = await executePrepared(
    tx,
    tx
      .selectFrom('conversations as c')
      .where('c.tenantId', '=', tx.tenantId)
      .where(isThreadOf(tx, sql`${phones}::text[]`))
      .where('c.isContactRestricted', '=', false)
      .orderBy(sql`c.location_id = ${locationId}`, 'desc')
      .orderBy('c.sortedAt', 'desc')
      .select('c.id')
      .limit(1),
  )
  return existing?.id
}

/** Our number for a first conversation about a visit, preferably of its location. */
const findNumberToStart = (
  tx: TenantTx,
  { phone, locationId, contactLocationId }: Pick<VisitForContact, 'phone' | 'locationId' | 'contactLocationId'>,
) =>
  tx
    .selectFrom('phoneNumbers as p')
    .where('p.tenantId', '=', tx.tenantId)
    .where('p.locationId', 'in', [locationId, contactLocationId])
    .orderBy(({ exists, selectFrom }) =>
      exists(
        selectFrom('conversations as c')
          .where('c.tenantId', '=', tx.tenantId)
          .where('c.contactPhone', '=', phone)
          .whereRef('c.tenantPhone', '=', 'p.phoneNumber')
          .where('c.isContactRestricted', '=', true)
          .select('c.id'),
      ),
    )
    .orderBy(sql`p.location_id = ${locationId}`, 'desc')
    .orderBy('p.createdAt')
    .select(['p.id', 'p.phoneNumber', 'p.locationId'])
    .executeTakeFirst()

/** The number from which we will text this phone about a visit at a location once it is booked. */
export async function findTextingNumber(
  tx: TenantTx,
  { phone, locationId }: { phone: string; locationId: string },
): Promise<string | undefined> {
  const contact = await tx
    .selectFrom('contacts as t')
    .where('t.tenantId', '=', tx.tenantId)
    .where(sql<boolean>`t.id = any(${contactIdsByPhone(tx, [phone])})`)
    .select(['t.phone', 't.otherPhones', 't.locationId as contactLocationId'])
    .executeTakeFirst()
  const { otherPhones, ...main } = contact ?? { phone, otherPhones: [], contactLocationId: locationId }
  const phones = [main.phone, ...otherPhones]
  const existing = await findThreadId(tx, { phones, locationId })
  const thread = existing === undefined ? undefined : await readThread(tx, existing, phones, 'read')
  if (!thread) return (await findNumberToStart(tx, { ...main, locationId }))?.phoneNumber
  return (await choosePair(tx, thread)).tenantPhone
}

/** A conversation with someone who has these numbers. Of several that are all theirs, the one written last is used. */
async function readThread(
  tx: TenantTx,
  id: string,
  phones: readonly string[],
  lock: 'read' | 'change',
): Promise<ContactThread | undefined> {
  const conversation = await findConversation(tx, null, id, lock)
  if (!conversation) return undefined
  const pairs = [conversation, ...(conversation.merged ?? [])]
  const ofContact = pairs.filter(({ contactPhone }) => phones.includes(contactPhone))
  return ofContact.length === pairs.length ? conversation : throughPair(conversation, ofContact[0]?.id ?? null)
}

/** The conversation with a contact about visits at a location, locked; by default started if there is none. */
export async function findThreadOfContact(
  tx: TenantTx,
  contactId: string,
  locationId: string,
  { starts = true }: { starts?: boolean } = {},
): Promise<ContactThread | undefined> {
  const contact = await tx
    .selectFrom('contacts as r')
    .innerJoin('contacts as t', (join) => join.on('t.tenantId', '=', tx.tenantId).on('t.id', '=', mainContactId('r')))
    .where('r.tenantId', '=', tx.tenantId)
    .where('r.id', '=', contactId)
    .select(['t.name as contactName', 't.phone', 't.otherPhones', 't.locationId as contactLocationId'])
    .executeTakeFirst()
  return contact && findThread(tx, null, { ...contact, locationId }, { starts, isClosed: true })
}
