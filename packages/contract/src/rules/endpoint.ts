import type { RequiredPermission } from './permissions.ts'

export interface EndpointMeta {
  permission: RequiredPermission
  /** A POST that only reads, so that it is allowed while viewing as a teammate. */
  isRead?: boolean
  /** Changes only the caller's own session, so that it is allowed while viewing as a teammate. */
  isOfSession?: boolean
  /** Allowed before a required two-step sign-in is set up. */
  isBeforeTwoStep?: boolean
  /** Services whose responses have the `success`, `message`, `data` wrapper. */
  [key: string]: unknown
}

/** Whether an endpoint may change data: neither a GET nor marked as read-only. */
export const mayWrite = (method: string | undefined, { isRead }: EndpointMeta): boolean => method !== 'GET' && !isRead
