import type { BlockedNumber, Paging } from '@frontdesk/contract/api'
import type { Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
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

/** Blocked numbers `b`, with the names of the contacts `t` that the viewer may see. */
const selectBlocked = (tx: TenantTx, viewer: Viewer) =>
  tx
    .selectFrom('blockedNumbers as b')
    .innerJoin('users as u', (join) => join.on('u.tenantId', '=', tx.tenantId).onRef('u.id', '=', 'b.blockedBy'))
    .leftJoin('contacts as t', (join) =>
      join.on('t.tenantId', '=', tx.tenantId).onRef('t.phone', '=', 'b.phone').on(isContactVisible(tx, viewer)),
    )
    .where('b.tenantId', '=', tx.tenantId)
    .select(['b.phone as phoneNumber', 'b.createdAt as blockedOnUtc', 'u.displayName as blockedBy'])
    .select(({ fn, val }) => fn.coalesce('t.name', val('')).as('contactName'))

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
  const skip = after ? 0 : (pageNumber - 1) * pageSize
  const rows = await selectBlocked(tx, viewer)
    .where(searchTerm ? await matching(tx, searchTerm) : sql<boolean>`true`)
    .where(
      after ? sql<boolean>`(b.created_at, b.phone) < (${after.at}::timestamptz, ${after.phone})` : sql<boolean>`true`,
    )
    .orderBy('b.createdAt', 'desc')
    .orderBy('b.phone', 'desc')
    .limit(pageSize + 1)
    .offset(skip)
    .execute()
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

/** SQL: whether the number `b`, or the name of its visible contact `t`, matches a term. */
async function matching(tx: TenantTx, term: string): Promise<RawBuilder<boolean>> {
  const digits = phoneDigits(term)
  if (digits) return sql`b.phone like ${`%${digits}%`}`
  const phones = await findPhones(tx, { name: term })
  return phones ? sql`t.phone = any(${phones}::text[])` : nameMatches(sql`t.name_key`, term)
}

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\|([+\w-]{3,40})$/

function readCursor(cursor: string): { at: string; phone: string } {
  const [, at, phone] = CURSOR.exec(cursor) ?? []
  if (!at || !phone) throw invalidInput('cursor', 'Not a valid cursor')
  return { at: readInstant(at, 'cursor'), phone }
}

export const findBlockedNumber = (tx: TenantTx, viewer: Viewer, phone: string): Promise<BlockedNumber> =>
  selectBlocked(tx, viewer).where('b.phone', '=', phone).executeTakeFirstOrThrow()
