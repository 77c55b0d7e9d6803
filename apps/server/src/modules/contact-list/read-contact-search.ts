import { ContactQuery, type contract } from '@frontdesk/contract/api'
import type { InferContractRouterInputs } from '@orpc/contract'
import type { z } from 'zod'
import { invalidInput } from '../../platform/paging.ts'

export type ContactSearch = InferContractRouterInputs<typeof contract>['contactList']['search']

/** Reads the parameters of a URL, where numbers and lists arrive as text. */
export function readContactSearch(search: ContactSearch): z.output<typeof ContactQuery> {
  const { locationID, locationIDs, statusKey, source, orderByDesc, pageNumber, pageSize, ...rest } = search
  const locations = [...(locationID ? [locationID] : []), ...(listOf(locationIDs) ?? [])]
  const query = ContactQuery.safeParse({
    ...rest,
    tagsSearch: listOf(rest.tagsSearch),
    labelsSearch: listOf(rest.labelsSearch),
    ...(locations.length > 0 && { locationIDs: locations }),
    ...(statusKey && { statusKeys: [statusKey] }),
    ...(source && { sources: [source] }),
    ...(orderByDesc && { orderByDesc: orderByDesc === 'true' }),
    ...(pageNumber && { pageNumber: Number(pageNumber) }),
    ...(pageSize && { pageSize: Number(pageSize) }),
  })
  if (query.success) return query.data
  const [issue] = query.error.issues
  throw invalidInput(issue?.path.join('.') ?? 'search', issue?.message ?? 'Invalid')
}

const listOf = (value: string | string[] | undefined): string[] | undefined =>
  typeof value === 'string' ? [value] : value
