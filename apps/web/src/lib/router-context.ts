import type { QueryClient } from '@tanstack/react-query'
import type { SessionStore } from './session/session.ts'

/** What every route file can reach. */
export interface RouterContext {
  cache: QueryClient
  session: SessionStore
}
