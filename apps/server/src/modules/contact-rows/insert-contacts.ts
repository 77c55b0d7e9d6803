import { phoneCountry } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { countContacts, countTags } from './counts.ts'

export interface NewContactRow {
  name: string
  /** In E.164. */
  phone: string
  email?: string | null
  birthDate?: string | null
  tags?: string[]
  labels?: string[]
  custom?: Record<string, string | null>
}

interface Origin {
  locationId: string
  source: string
  at: string
}

/** Inserts contacts of one location, except those whose number a contact has already. Returns the ids of the new ones. */
export async function insertContacts(
  tx: TenantTx,
  contacts: readonly NewContactRow[],
  origin: Origin,
): Promise<string[]> {
  if (contacts.length === 0) return []
  const rows = contacts.map(({ name, phone, email = null, birthDate = null, tags = [], labels = [], custom = {} }) => ({
    id: newId(),
    name,
    phone,
    country_code: phoneCountry(phone) ?? 'US',
    email,
    birth_date: birthDate,
    tags,
    labels,
    custom,
  }))
  return insertContactsFrom(
    tx,
    sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id uuid, name text, phone text, country_code text, email citext, birth_date date, tags text[], labels text[],
      custom jsonb
    )`,
    origin,
  )
}

/**
 * Inserts the contacts that a query selects, with their ids, except those whose number a contact has already. In the order
 * of their numbers, so that concurrent inserts don't deadlock.
 */
export async function insertContactsFrom(
  tx: TenantTx,
  query: RawBuilder<unknown>,
  { locationId, source, at }: Origin,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; tags: string[] }>`
    insert into contacts (
      tenant_id, id, name, phone, country_code, email, birth_date, tags, labels, custom, location_id, source, created_at
    )
    select ${tx.tenantId}::uuid, r.id, r.name, r.phone, r.country_code, r.email, r.birth_date, r.tags, r.labels, jsonb_strip_nulls(r.custom),
      ${locationId}::uuid, ${source}, ${at}::timestamptz
    from (${query}) r order by r.phone
    on conflict (tenant_id, phone) do nothing
    returning id, tags`.execute(tx)
  await countContacts(tx, [{ locationId, source, n: rows.length }])
  await countTags(tx, { before: [], after: rows.flatMap(({ tags }) => tags) })
  return rows.map(({ id }) => id)
}
