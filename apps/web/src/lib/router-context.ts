import type { QueryClient } from '@tanstack/react-query'
import type { SessionStore } from './session/session.ts'

/** Context available in every route file. */
export interface RouterContext {
  cache: QueryClient
  session: SessionStore
}
