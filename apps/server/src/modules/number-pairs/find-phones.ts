import { phoneSearchDigits } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/row.ts'

/** A term that matches more numbers than this is too short to list them. */
const PHONES_MAX = 2000

/** The digits of a term that is a phone number, without national trunk zeros, which E.164 numbers do not have. */
export const phoneDigits = (term: string): string | undefined => phoneSearchDigits(term)?.replace(/^0+(?=.)/, '')

type PhoneTerm = { name: string } | { digits: string }

const matchingPhones = (term: PhoneTerm) => {
  const [name, digits] = 'name' in term ? [term.name, null] : [null, `%${term.digits}%`]
  return sql<Pick<Row<'contacts'>, 'phone'>>`search.phones(${name}, ${digits}, ${PHONES_MAX + 1})`.as<'p'>(
    sql`p (phone)`,
  )
}

/** Finds contacts' numbers by digits, or by the name of contact or conversation; null if there are too many. */
export async function findPhones(tx: TenantTx, term: PhoneTerm): Promise<string[] | null> {
  const rows = await tx.selectFrom(matchingPhones(term)).select('p.phone').execute()
  return rows.length > PHONES_MAX ? null : rows.map(({ phone }) => phone)
}

/** Like `findPhones`, with the numbers of the surviving conversations that the matching ones were merged into. */
export async function findConversationPhones(tx: TenantTx, term: PhoneTerm): Promise<string[] | null> {
  const rows = await tx
    .with(
      (cte) => cte('matching').materialized(),
      (db) => db.selectFrom(matchingPhones(term)).select('p.phone'),
    )
    .selectFrom('matching')
    .select(['matching.phone', sql<boolean>`false`.as('isMerged')])
    .unionAll(({ selectFrom }) =>
      selectFrom('matching')
        .innerJoin('mergedConversations as v', (join) =>
          join.on('v.tenantId', '=', tx.tenantId).onRef('v.contactPhone', '=', 'matching.phone'),
        )
        .innerJoin('conversations as i', (join) =>
          join.on('i.tenantId', '=', tx.tenantId).onRef('i.id', '=', 'v.intoId'),
        )
        .select(['i.contactPhone as phone', sql<boolean>`true`.as('isMerged')]),
    )
    .execute()
  return rows.filter(({ isMerged }) => !isMerged).length > PHONES_MAX ? null : rows.map(({ phone }) => phone)
}

/** SQL: whether the key of a name (`name_key` in the database) has all words of the term. */
export const nameMatches = (key: RawBuilder<unknown>, term: string) =>
  sql<boolean>`${key} like all (name_patterns(${term}))`
