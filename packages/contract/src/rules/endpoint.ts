import type { RequiredPermission } from './permissions.ts'

export interface EndpointMeta {
  permission: RequiredPermission
  /** A POST that only reads. What may write is refused to an owner who views as somebody else. */
  isRead?: boolean
  /** Changes only the caller's own session, so that it is open while viewing as somebody else. */
  isOfSession?: boolean
  /** Works for whom the business asks to set up two-step sign-in first. */
  isBeforeTwoStep?: boolean
  /** Every endpoint of a newer service answers in the wrapper of spec section 7. */
  [key: string]: unknown
}

/** Whether an endpoint may change something: all that is neither a GET nor says that it only reads. */
export const mayWrite = (method: string | undefined, { isRead }: EndpointMeta): boolean => method !== 'GET' && !isRead
