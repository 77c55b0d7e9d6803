import type { Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { newestThreadId } from '../visibility/index.ts'
import { documentAccess, isUndelivered } from './access.ts'
import { LISTED_COLUMNS, type ListedRow } from './rows.ts'

const LISTED = sql.raw(LISTED_COLUMNS.sql(''))

interface PageOptions {
  /** SQL: whether the document `d` is listed. */
  condition: RawBuilder<boolean>
  /** Whether the condition refers to the contact `t`. */
  joinsContact: boolean
  /** SQL: columns of the document `d`. */
  order: RawBuilder<unknown>
  skip: number
  limit: number
}

/**
 * A page of the documents that the viewer may see. The documents are chosen first; then the contacts, conversations and
 * authors of these few are looked up, one by one because of the limit in the join: an ordinary join is planned for the
 * few contacts of an average tenant, and reads all 10,000 of a big one. The limit of the page is a literal: given a
 * parameter, PostgreSQL makes a new plan for each call.
 */
export function selectPage(
  tx: TenantTx,
  viewer: Viewer,
  { condition, joinsContact, order, skip, limit }: PageOptions,
): RawBuilder<ListedRow> {
  const { join, isAllowed } = documentAccess(tx, viewer, { joinsContact })
  return sql<ListedRow>`
    with page as materialized (
      select d.* from payment_documents d ${join}
      where ${isAllowed} and ${condition}
      order by ${order} limit ${sql.lit(limit)} ${skip > 0 ? sql`offset ${skip}` : sql``}
    )
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
    order by ${order}`
}
