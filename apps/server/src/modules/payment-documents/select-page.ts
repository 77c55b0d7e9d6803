import type { DocumentCriteria } from '@frontdesk/contract/api'
import type { DocumentKind, Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { type ContactSearch, contactSearch } from '../contact-rows/index.ts'
import { newestThreadId } from '../visibility/index.ts'
import { documentAccess, isUndelivered } from './access.ts'
import { meetsFilters, orHasNumber } from './criteria.ts'
import { LISTED_COLUMNS, type ListedRow } from './rows.ts'

const LISTED = sql.raw(LISTED_COLUMNS.sql(''))

interface PageOptions {
  criteria: DocumentCriteria
  kinds: readonly DocumentKind[]
  /** SQL: columns of the document `d`. */
  order: RawBuilder<unknown>
  /** SQL: whether the document `d` comes after the former page; null on the first page, and when paging by page number. */
  beyond: RawBuilder<boolean> | null
  skip: number
  limit: number
}

/**
 * A page of the documents that the viewer may see, of the kinds they manage. The documents are chosen first; then the
 * contacts, conversations and authors of these few are looked up. The limits in the joins make them look up contacts one
 * by one: as ordinary joins they are planned for the few contacts of an average tenant, and read all 10,000 of a big one.
 */
export function selectPage(tx: TenantTx, viewer: Viewer, options: PageOptions): RawBuilder<ListedRow> {
  const { searchTerm } = options.criteria
  const search = searchTerm ? contactSearch(tx, searchTerm) : null
  return sql<ListedRow>`
    with ${search ? sql`${search.ctes},` : sql``} page as materialized (${
      search && searchTerm
        ? findDocuments(tx, viewer, { ...options, search, searchTerm })
        : chooseDocuments(tx, viewer, { ...options, joinsContact: false, condition: sql`true` })
    })
    select ${LISTED},
      case when t.main_id is null then t.phone else (
        select m.phone from contacts m where m.tenant_id = ${tx.tenantId} and m.id = t.main_id
      ) end as "contactPhoneNow",
      ${isUndelivered(tx)} as "isUndelivered",
      ${newestThreadId(tx, viewer)} as "conversationId"
    from page d
    left join lateral (
      select * from contacts r where r.tenant_id = ${tx.tenantId} and r.id = d.contact_id limit 1
    ) t on true
    left join users u on u.tenant_id = ${tx.tenantId} and u.id = d.created_by_user_id
    order by ${options.order}`
}

/**
 * SQL: a page of the documents whose contact or number matches the search term. `isFew` decides which of the two branches
 * runs.
 */
function findDocuments(
  tx: TenantTx,
  viewer: Viewer,
  { search, searchTerm, ...options }: PageOptions & { search: ContactSearch; searchTerm: string },
): RawBuilder<unknown> {
  const ofFew = orHasNumber(sql`d.contact_id = any(${search.rowIds})`, searchTerm)
  const ofMany = orHasNumber(sql`(t.id is not null and ${search.matches})`, searchTerm)
  return sql`
    (${chooseDocuments(tx, viewer, {
      ...options,
      joinsContact: false,
      condition: sql`${search.isFew} and ${ofFew}`,
    })})
    union all
    (${chooseDocuments(tx, viewer, { ...options, joinsContact: true, condition: sql`not ${search.isFew} and ${ofMany}` })})`
}

/**
 * SQL: the documents `d` of a page. The limit of the page is part of the text: with a parameter, PostgreSQL would plan
 * the statement anew each time, as it may for a page by its number.
 */
function chooseDocuments(
  tx: TenantTx,
  viewer: Viewer,
  {
    criteria,
    kinds,
    order,
    beyond,
    skip,
    limit,
    joinsContact,
    condition,
  }: PageOptions & { joinsContact: boolean; condition: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { join, isAllowed } = documentAccess(tx, viewer, { joinsContact })
  return sql`
    select d.* from payment_documents d ${join}
    where ${isAllowed} and ${meetsFilters(tx, criteria, kinds)} and ${condition} and ${beyond ?? sql`true`}
    order by ${order} limit ${sql.lit(limit)} ${skip > 0 ? sql`offset ${skip}` : sql``}`
}
