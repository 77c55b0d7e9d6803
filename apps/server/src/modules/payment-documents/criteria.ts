import { type contract, DocumentCriteria } from '@frontdesk/contract/api'
import { type DocumentKind, PAGE_SIZE_OPTIONS } from '@frontdesk/contract/rules'
import type { InferContractRouterInputs } from '@orpc/contract'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { invalidInput, readInstant } from '../../platform/paging.ts'
import { contactMatches, rowIdsOfContact } from '../contact-rows/index.ts'

type Filters = InferContractRouterInputs<typeof contract>['paymentRequests']['getTotals']

const listOf = (value: string | readonly string[] | undefined) =>
  typeof value === 'string' ? [value] : value === undefined ? undefined : [...value]

/** Reads the filters of a URL, where lists arrive as text. */
export function readCriteria({ searchTerm, contactID, startDateTimeUTC, endDateTimeUTC, ...lists }: Filters) {
  const criteria = DocumentCriteria.safeParse({
    ...{ searchTerm, contactID, startDateTimeUTC, endDateTimeUTC },
    statuses: listOf(lists.statuses),
    kinds: listOf(lists.kinds),
    locationIDs: listOf(lists.locationIDs),
  })
  if (criteria.success) return criteria.data
  const [issue] = criteria.error.issues
  throw invalidInput(issue?.path.join('.') ?? 'search', issue?.message ?? 'Invalid')
}

export function readPageSize(pageSize: string | undefined): number {
  const size = Number(pageSize ?? 50)
  if (!(PAGE_SIZE_OPTIONS as readonly number[]).includes(size))
    throw invalidInput('pageSize', `One of ${PAGE_SIZE_OPTIONS.join(', ')}`)
  return size
}

/**
 * SQL: whether the document `d`, with its contact `t`, meets the criteria and is of one of the kinds the caller
 * manages.
 */
export async function meets(
  tx: TenantTx,
  criteria: DocumentCriteria,
  managed: readonly DocumentKind[],
): Promise<RawBuilder<boolean>> {
  const { statuses, kinds, locationIDs, contactID, startDateTimeUTC, endDateTimeUTC, searchTerm } = criteria
  const shown = managed.filter((kind) => kinds?.includes(kind) ?? true)
  const conditions: RawBuilder<boolean>[] = [sql`d.kind = any(${shown}::text[])`]
  // With a list of statuses, an index would not return documents in the order of their creation.
  if (statuses?.length === 1) conditions.push(sql`d.status = ${statuses[0]}`)
  else if (statuses) conditions.push(sql`d.status = any(${[...statuses]}::text[])`)
  if (locationIDs) conditions.push(sql`d.location_id = any(${[...locationIDs]}::uuid[])`)
  if (contactID) conditions.push(sql`d.contact_id = any(${rowIdsOfContact(tx, contactID)})`)
  if (startDateTimeUTC) conditions.push(sql`d.created_at >= ${readInstant(startDateTimeUTC, 'startDateTimeUTC')}`)
  if (endDateTimeUTC) conditions.push(sql`d.created_at < ${readInstant(endDateTimeUTC, 'endDateTimeUTC')}`)
  if (searchTerm) conditions.push(await matchesTerm(tx, searchTerm))
  return sql.join(conditions, sql` and `) as RawBuilder<boolean>
}

/** Numbers of documents: a prefix (`NUMBER_PREFIX`), then digits. */
const DOCUMENT_NUMBER = /^[A-Z0-9/-]*\d$/i

/** By phone number or name of the contact, or the number of the document. */
async function matchesTerm(tx: TenantTx, searchTerm: string): Promise<RawBuilder<boolean>> {
  const isContact = await contactMatches(tx, searchTerm, sql.ref('d.contact_id'))
  // One condition is answered by its index; beside others the planner may read all documents.
  if (!DOCUMENT_NUMBER.test(searchTerm)) return isContact
  const number = /^\d{1,15}$/.test(searchTerm) ? Number(searchTerm) : -1
  return sql<boolean>`(${isContact} or d.number_value = ${number} or d.invoice_number = ${searchTerm.toUpperCase()})`
}
