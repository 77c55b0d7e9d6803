import { phoneCountry } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { countContacts, countTags } from './counts.ts'
import { lookupOf } from './several-numbers.ts'

export interface NewContactRow {
  name: string
  /** In E.164. */
  phone: string
  email?: string | null
  /** In lower case. */
  otherEmails?: string[]
  birthDate?: string | null
  tags?: string[]
  labels?: string[]
  custom?: Record<string, string | null>
}

interface InsertedContact {
  id: string
  locationId: string
  tags: string[]
}

interface Origin {
  locationId: string
  source: string
  /** The teammate who adds them; null for contacts that texted first. */
  addedBy: string | null
  importId?: string
  at: string
}

/**
 * Inserts contacts of one location, except those whose number a contact has already. Returns the ids of the new ones.
 */
export async function insertContacts(
  tx: TenantTx,
  contacts: readonly NewContactRow[],
  origin: Origin,
): Promise<string[]> {
  if (contacts.length === 0) return []
  const rows = contacts.map((contact) => ({
    id: newId(),
    name: contact.name,
    phone: contact.phone,
    country_code: phoneCountry(contact.phone) ?? 'US',
    email: contact.email ?? null,
    other_emails: contact.otherEmails ?? [],
    birth_date: contact.birthDate ?? null,
    tags: contact.tags ?? [],
    labels: contact.labels ?? [],
    custom: contact.custom ?? {},
    location_id: origin.locationId,
    status_key: null,
  }))
  const inserted = await insertContactsFrom(
    tx,
    sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id uuid, name text, phone text, country_code text, email citext, other_emails text[], birth_date date, tags text[], labels text[],
      custom jsonb, location_id uuid, status_key text, tax_exemption text
    )`,
    origin,
  )
  return inserted.map(({ id }) => id)
}

/**
 * Inserts the contacts that a query selects, with their ids, locations and statuses, except those whose number a
 * contact has already. Each gets the line type of an earlier lookup of its number. In the order of their numbers, so
 * that concurrent inserts don't deadlock.
 */
export async function insertContactsFrom(
  tx: TenantTx,
  query: RawBuilder<unknown>,
  { source, addedBy, importId, at }: Omit<Origin, 'locationId'>,
): Promise<InsertedContact[]> {
  const { rows } = await sql<InsertedContact>`
    insert into contacts (
      tenant_id, id, name, phone, country_code, email, other_emails, birth_date, tags, labels, custom, location_id, status_key, tax_exemption, source,
      added_by, import_id, created_at, line_type, line_type_checked_at
    )
    select ${tx.tenantId}::uuid, r.id, r.name, r.phone, r.country_code, r.email, r.other_emails, r.birth_date, r.tags, r.labels, jsonb_strip_nulls(r.custom),
      r.location_id, r.status_key, r.tax_exemption, ${source}, ${addedBy}::uuid, ${importId ?? null}::uuid, ${at}::timestamptz, l.line_type, l.looked_up_at
    from (${query}) r left join ${lookupOf(tx)} on true
    order by r.phone
    on conflict (tenant_id, phone) do nothing
    returning id, location_id as "locationId", tags`.execute(tx)
  await countContacts(
    tx,
    [...Map.groupBy(rows, ({ locationId }) => locationId)].map(([locationId, { length: n }]) => ({
      locationId,
      source,
      n,
    })),
  )
  await countTags(tx, { before: [], after: rows.flatMap(({ tags }) => tags) })
  return rows
}
