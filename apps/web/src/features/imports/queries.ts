import type { ContactImport } from '@frontdesk/contract/api'
import { isImportBusy } from '@frontdesk/contract/rules'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Imports of contacts; live events replace the one that they report on. */
const IMPORTS_KEY = ['contact-imports']

export const importsQuery = queryOptions({
  queryKey: [...IMPORTS_KEY, 'list'],
  queryFn: async () => (await api.contactImports.getList()).imports,
})

/** Asks again from time to time while a job works on it: a colleague's import sends no live events. */
const POLL_MS = 5000

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [...IMPORTS_KEY, id],
    queryFn: () => api.contactImports.get({ id }),
    refetchInterval: ({ state }) => (state.data && isImportBusy(state.data.state) ? POLL_MS : false),
  })

/** Puts the present state of an import wherever it is shown. */
export function storeImport(cache: QueryClient, contactImport: ContactImport): void {
  cache.setQueryData(importQuery(contactImport.id).queryKey, contactImport)
  cache.setQueryData(importsQuery.queryKey, (list) =>
    list?.map((each) => (each.id === contactImport.id ? contactImport : each)),
  )
}

export const refetchImports = (cache: QueryClient): void => void cache.invalidateQueries({ queryKey: IMPORTS_KEY })
