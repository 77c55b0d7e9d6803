import type { BookingResource } from '@frontdesk/contract/api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bookingResourcesQuery } from './queries.ts'
import { useProviders } from './use-providers.ts'

const resource = (id: string, values: Partial<BookingResource> = {}): BookingResource => ({
  ...{ id, kind: 'teammate', name: id, userID: id, pictureUrl: null, locationIDs: ['downtown'] },
  ...{ isArchived: false, isOwn: false, version: 1 },
  ...values,
})

test('offers those who provide the service at the location, and no one who left', () => {
  const cache = new QueryClient()
  cache.setQueryData(bookingResourcesQuery.queryKey, [
    resource('here'),
    resource('elsewhere', { locationIDs: ['uptown'] }),
    resource('everywhere', { locationIDs: ['downtown', 'uptown'] }),
    resource('archived', { isArchived: true }),
    resource('other service'),
  ])
  const service = { resourceIDs: ['here', 'elsewhere', 'everywhere', 'archived'] }
  const { result } = renderHook(() => useProviders(service, 'downtown').map(({ id }) => id), {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  })
  expect(result.current).toEqual(['here', 'everywhere'])
})
