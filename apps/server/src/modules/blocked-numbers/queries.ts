import type { BlockedNumber, Paging } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { invalidInput, readInstant } from '../../platform/paging.ts'
import { findPhones, nameMatches, phoneDigits } from '../number-pairs/index.ts'
import { isContactVisible } from '../visibility/index.ts'

interface Query {
  pageNumber: number
  pageSize: number
  cursor?: string | undefined
  searchTerm?: string | undefined
}

const columns = (tx: TenantTx, viewer: Viewer) => sql`
  b.phone as "phoneNumber", b.created_at as "blockedOnUtc",
  coalesce((
    select t.name from contacts t where t.tenant_id = ${tx.tenantId} and t.phone = b.phone and ${isContactVisible(tx, viewer)}
  ), '') as "contactName",
  (select u.display_name from users u where u.tenant_id = ${tx.tenantId} and u.id = b.blocked_by) as "blockedBy"`

/**
 * Newest first, with the names of contacts the viewer may see. Cursors reach any depth, page numbers only the first
 * pages.
 */
export async function listBlockedNumbers(
  tx: TenantTx,
  viewer: Viewer,
  { pageNumber, pageSize, cursor, searchTerm }: Query,
): Promise<{ blockedNumbers: BlockedNumber[]; paging: Paging }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const conditions = [
    sql`b.tenant_id = ${tx.tenantId}`,
    ...(searchTerm ? [await searched(tx, viewer, searchTerm)] : []),
    ...(after ? [sql`(b.created_at, b.phone) < (${after.at}::timestamptz, ${after.phone})`] : []),
  ]
  const skip = after ? 0 : (pageNumber - 1) * pageSize
  const { rows } = await sql<BlockedNumber>`
    select ${columns(tx, viewer)} from blocked_numbers b where ${sql.join(conditions, sql` and `)}
    order by b.created_at desc, b.phone desc limit ${pageSize + 1} offset ${skip}`.execute(tx)
  const blockedNumbers = rows.slice(0, pageSize)
  const last = blockedNumbers.at(-1)
  const hasNextPage = rows.length > pageSize
  const hasPreviousPage = after !== null || pageNumber > 1
  return {
    blockedNumbers,
    paging: {
      pageNumber,
      pageSize,
      hasNextPage,
      hasPreviousPage,
      isFirstPage: !hasPreviousPage,
      isLastPage: !hasNextPage,
      totalItems: null,
      totalPages: null,
      nextCursor: hasNextPage && last ? `${last.blockedOnUtc}|${last.phoneNumber}` : null,
    },
  }
}

async function searched(tx: TenantTx, viewer: Viewer, term: string) {
  const digits = phoneDigits(term)
  if (digits) return sql`b.phone like ${`%${digits}%`}`
  const phones = await findPhones(tx, { name: term })
  const fits = phones ? sql`t.phone = any(${phones}::text[])` : nameMatches(sql`t.name_key`, term)
  return sql`exists (
    select from contacts t
    where t.tenant_id = ${tx.tenantId} and t.phone = b.phone and ${fits} and ${isContactVisible(tx, viewer)}
  )`
}

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\|([+\w-]{3,40})$/

function readCursor(cursor: string): { at: string; phone: string } {
  const [, at, phone] = CURSOR.exec(cursor) ?? []
  if (!at || !phone) throw invalidInput('cursor', 'Not a valid cursor')
  return { at: readInstant(at, 'cursor'), phone }
}

export async function findBlockedNumber(tx: TenantTx, viewer: Viewer, phone: string): Promise<BlockedNumber> {
  const { rows } = await sql<BlockedNumber>`
    select ${columns(tx, viewer)} from blocked_numbers b where b.tenant_id = ${tx.tenantId} and b.phone = ${phone}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('The blocked number was not found in the transaction that blocked it.')
  return row
}
