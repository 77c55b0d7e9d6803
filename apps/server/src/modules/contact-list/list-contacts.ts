import type { ContactPage, ContactQuery, ListedContact } from '@frontdesk/contract/api'
import { type ContactOrder, PAGE_SIZE_OPTIONS } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { runPrepared, type TenantTx } from '../../platform/database/database.ts'
import { forTenant } from '../../platform/database/for-tenant.ts'
import { invalidInput, readInstant } from '../../platform/paging.ts'
import { CONTACT_COLUMNS, type ContactRow, toContact } from '../contact-rows/index.ts'
import { contactPhones } from '../number-pairs/index.ts'
import { isVisible, seesEverything } from '../visibility/index.ts'
import { sumContacts } from './count-contacts.ts'
import { isAmong, type Lookups, lookUp, matches } from './criteria.ts'

/** With ids, only those of the contacts that match. */
type Query = z.output<typeof ContactQuery> & { contactIDs?: readonly string[] | undefined }

/** Offsets are slow deep in a list: for pages that follow each other, the cursor is faster. */
const SKIP_MAX = 2_000_000
/** Pages above this size are exports. */
export const LIST_PAGE_MAX = Math.max(...PAGE_SIZE_OPTIONS)

export type ListRow = ContactRow & { lastActivityAt: string; sortKey: string }

export async function listContacts(tx: TenantTx, actor: Actor, query: Query): Promise<ContactPage> {
  const { pageNumber, pageSize } = query
  const [{ contacts, nextCursor }, totalCount] = await Promise.all([
    listRows(tx, actor, query),
    sumContacts(tx, actor, query),
  ])
  const hasNextPage = nextCursor !== null
  const hasPreviousPage = query.cursor !== undefined || pageNumber > 1
  return {
    contacts,
    count: contacts.length,
    pageNumber,
    pageSize,
    totalCount,
    hasPreviousPage,
    hasNextPage,
    isFirstPage: !hasPreviousPage,
    isLastPage: !hasNextPage,
    nextCursor,
  }
}

/** A page of the list, without totals. */
export async function listRows(
  tx: TenantTx,
  actor: Actor,
  query: Query,
): Promise<Pick<ContactPage, 'contacts' | 'nextCursor'>> {
  const { pageNumber, pageSize } = query
  const cursor = query.cursor === undefined ? null : readContactCursor(query.cursor, query.orderBy)
  const skip = cursor ? 0 : (pageNumber - 1) * pageSize
  if (skip > SKIP_MAX) throw invalidInput('pageNumber', 'There are no pages this deep')
  const lookups = await lookUp(tx, actor, query)
  const rows = await runPrepared(tx, selectPage(tx, actor, query, { lookups, cursor, skip }))
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    contacts: shown.map(toListedContact),
    nextCursor: rows.length > pageSize && last ? `${last.sortKey}|${last.id}` : null,
  }
}

const toListedContact = ({ lastActivityAt, sortKey: _key, ...row }: ListRow): ListedContact => ({
  ...toContact(row),
  lastActivityOnUtc: lastActivityAt,
})

const KEYS: Record<ContactOrder, { key: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  createdOnUtc: { key: sql`t.created_at`, type: sql`timestamptz` },
  name: { key: sql`t.name_order`, type: sql`text` },
  lastActivityOnUtc: { key: sql`t.active_at`, type: sql`timestamptz` },
}

interface Cursor {
  key: string
  id: string
}

/** The key of a name is free text, so the id is what follows the last bar; other keys are times. */
export function readContactCursor(cursor: string, orderBy: ContactOrder): Cursor {
  const [, key, id] = /^(.*)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/s.exec(cursor) ?? []
  if (key === undefined || id === undefined) throw invalidInput('cursor', 'Not a valid cursor')
  return { key: orderBy === 'name' ? key : readInstant(key, 'cursor'), id }
}

interface Page {
  lookups: Lookups
  cursor: Cursor | null
  skip: number
}

/** SQL: one row more than the page has, in its order. */
function selectPage(tx: TenantTx, actor: Actor, query: Query, { lookups, cursor, skip }: Page) {
  const { orderBy, orderByDesc, pageSize } = query
  const { key, type } = KEYS[orderBy]
  const direction = sql.raw(orderByDesc ? 'desc' : 'asc')
  const order = sql`${key} ${direction}, t.id ${direction}`
  const isBeyond = sql.raw(orderByDesc ? '<' : '>')
  const beyond = (what: RawBuilder<unknown>, id = sql`t.id`) =>
    cursor ? sql`and (${what}, ${id}) ${isBeyond} (${cursor.key}::${type}, ${cursor.id}::uuid)` : sql``
  /** Implied by `beyond`, in a form that an index on the key alone can use. */
  const reached = (what: RawBuilder<unknown>) => (cursor ? sql`and ${what} ${isBeyond}= ${cursor.key}::${type}` : sql``)
  const { contactIDs } = query
  const fits = contactIDs
    ? sql`${matches(tx, actor, query, lookups)} and ${isAmong(tx, contactIDs)}`
    : matches(tx, actor, query, lookups)
  const limit = pageSize + 1
  const newest = sql`
    select c.id, c.sorted_at from conversations c
    where c.tenant_id = ${tx.tenantId} and c.contact_phone = any(${contactPhones()}) and not c.is_contact_restricted
      and ${isVisible(actor, 'c')}
    order by c.sorted_at desc, c.id desc limit 1`
  const rows =
    orderBy === 'lastActivityOnUtc' && !contactIDs && !lookups.ids && !lookups.optedOut && !lookups.fields?.ids
      ? byActivity()
      : sql`
        select t.*, coalesce(c.sorted_at, t.created_at) as active_at
        from contacts t left join lateral (${newest}) c on ${orderBy === 'lastActivityOnUtc'}
        where ${fits} and t.main_id is null ${beyond(orderBy === 'lastActivityOnUtc' ? sql`coalesce(c.sorted_at, t.created_at)` : key)}
        order by ${orderBy === 'lastActivityOnUtc' ? sql`active_at` : key} ${direction}, t.id ${direction}
        limit ${limit} offset ${skip}`

  /**
   * Newest conversations in the order of the inbox, merged with contacts that have none in the order of their creation.
   * A conversation is joined with the row of its number, which has the values of its contact. `offset 0` keeps the
   * planner from making a join of what is looked up for each row: row level security would keep that from the index of
   * numbers.
   */
  function byActivity() {
    const most = limit + skip
    const mainId = sql`coalesce(t.main_id, t.id)`
    const ofState = (isClosed: boolean) => sql`(
      select ${mainId} as id, c.sorted_at as active_at from conversations c
      join contacts t on t.tenant_id = ${tx.tenantId} and t.phone = c.contact_phone
      where c.tenant_id = ${tx.tenantId} and c.is_closed = ${sql.lit(isClosed)} and not c.is_contact_restricted
        and ${isVisible(actor, 'c')} and ${fits} ${reached(sql`c.sorted_at`)} ${beyond(sql`c.sorted_at`, mainId)} and not exists (
          select from conversations o
          where o.tenant_id = ${tx.tenantId} and o.contact_phone = any(${contactPhones()}) and not o.is_contact_restricted
            and (o.sorted_at, o.id) > (c.sorted_at, c.id) and ${isVisible(actor, 'o')}
          offset 0
        )
      order by c.sorted_at ${direction}, ${mainId} ${direction} limit ${most}
    )`
    const hasNone = seesEverything(actor) ? sql`not t.has_conversation` : sql`not exists (${newest} offset 0)`
    return sql`
      select t.*, a.active_at from (
        select a.* from (
          ${ofState(false)} union all ${ofState(true)} union all (
            select t.id, t.created_at as active_at from contacts t
            where ${fits} and t.main_id is null and ${hasNone} ${beyond(sql`t.created_at`)}
            order by t.created_at ${direction}, t.id ${direction} limit ${most}
          )
        ) a order by a.active_at ${direction}, a.id ${direction} limit ${limit} offset ${skip}
      ) a join contacts t on t.tenant_id = ${tx.tenantId} and t.id = a.id`
  }

  return sql<ListRow>`
    select ${forTenant(tx, CONTACT_COLUMNS.sql)}, coalesce(c.sorted_at, t.created_at) as "lastActivityAt",
      ${orderBy === 'name' ? sql`t.name_order` : orderBy === 'createdOnUtc' ? sql`t.created_at::text` : sql`t.active_at::text`} as "sortKey"
    from (${rows}) t left join lateral (${newest}) c on true
    order by ${order}`
}
