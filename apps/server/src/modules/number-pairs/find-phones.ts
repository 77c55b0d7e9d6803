import { phoneSearchDigits } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'

/** A term that matches more numbers than this is too short to list them. */
const PHONES_MAX = 2000

/** The digits of a term that is a phone number, without national trunk zeros, which E.164 numbers do not have. */
export const phoneDigits = (term: string): string | undefined => phoneSearchDigits(term)?.replace(/^0+(?=.)/, '')

type PhoneRow = Pick<Row<'contacts'>, 'phone'>

type PhoneTerm = { name: string } | { digits: string }

const matchingPhones = (term: PhoneTerm) => {
  const [name, digits] = 'name' in term ? [term.name, null] : [null, `%${term.digits}%`]
  return sql`search.phones(${name}, ${digits}, ${PHONES_MAX + 1})`
}

/** Finds contacts' numbers by digits, or by the name of contact or conversation; null if there are too many. */
export async function findPhones(tx: TenantTx, term: PhoneTerm): Promise<string[] | null> {
  const { rows } = await sql<PhoneRow>`select phone from ${matchingPhones(term)} as p (phone)`.execute(tx)
  return rows.length > PHONES_MAX ? null : rows.map(({ phone }) => phone)
}

/** Like `findPhones`, with the numbers of the surviving conversations that the matching ones were merged into. */
export async function findConversationPhones(tx: TenantTx, term: PhoneTerm): Promise<string[] | null> {
  const { rows } = await sql<PhoneRow & { isMerged: boolean }>`
    with matching as materialized (select phone from ${matchingPhones(term)} as p (phone))
    select phone, false as is_merged from matching
    union all
    select i.contact_phone, true from matching
    join merged_conversations v on v.tenant_id = ${tx.tenantId} and v.contact_phone = matching.phone
    join conversations i on i.tenant_id = ${tx.tenantId} and i.id = v.into_id`.execute(tx)
  return rows.filter(({ isMerged }) => !isMerged).length > PHONES_MAX ? null : rows.map(({ phone }) => phone)
}

/** SQL: whether the key of a name (`name_key` in the database) has all words of the term. */
export const nameMatches = (key: RawBuilder<unknown>, term: string) =>
  sql<boolean>`${key} like all (name_patterns(${term}))`
