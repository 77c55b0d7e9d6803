import { phoneSearchDigits } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'

/** A name or number that fits more people than this is not finished. */
const PHONES_MAX = 2000

/** The digits to look for among phones, if a term is one; the zero before a national number stands in none of ours. */
export const phoneDigits = (term: string): string | undefined => phoneSearchDigits(term)?.replace(/^0+(?=.)/, '')

type Wanted = { name: string } | { digits: string }

const found = (wanted: Wanted) => {
  const [name, digits] = 'name' in wanted ? [wanted.name, null] : [null, `%${wanted.digits}%`]
  return sql`search.phones(${name}, ${digits}, ${PHONES_MAX + 1})`
}

/** Whose contact or conversation is called so, or whose number has these digits; null if it fits too many to name them. */
export async function findPhones(tx: TenantTx, wanted: Wanted): Promise<string[] | null> {
  const { rows } = await sql<{ phone: string }>`select phone from ${found(wanted)} as found (phone)`.execute(tx)
  return rows.length > PHONES_MAX ? null : rows.map(({ phone }) => phone)
}

/** The same, and who was merged into a thread finds it by that thread's own number. */
export async function findThreadPhones(tx: TenantTx, wanted: Wanted): Promise<string[] | null> {
  const { rows } = await sql<{ phone: string; isMerged: boolean }>`
    with found as materialized (select phone from ${found(wanted)} as found (phone))
    select phone, false as is_merged from found
    union all
    select i.contact_phone, true from found
    join merged_conversations v on v.tenant_id = ${tx.tenantId} and v.contact_phone = found.phone
    join conversations i on i.tenant_id = ${tx.tenantId} and i.id = v.into_id`.execute(tx)
  return rows.filter(({ isMerged }) => !isMerged).length > PHONES_MAX ? null : rows.map(({ phone }) => phone)
}

/** SQL: whether the key of a name (`name_key` in the database) has all words of the term. */
export const nameMatches = (key: RawBuilder<unknown>, term: string) =>
  sql<boolean>`${key} like all (name_patterns(${term}))`
