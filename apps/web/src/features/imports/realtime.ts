import type { QueryClient } from '@tanstack/react-query'
import type { RealtimeFeature } from '../../lib/realtime/event-handlers.ts'
import { refetchImports, storeImport } from './queries.ts'

/** Shows the progress of the user's own imports. */
export const importEvents = (cache: QueryClient): RealtimeFeature<'contact-import.changed'> => ({
  handlers: {
    'contact-import.changed': ({ contactImport }) => storeImport(cache, contactImport),
  },
  flush: () => {},
  reload: () => refetchImports(cache),
})
