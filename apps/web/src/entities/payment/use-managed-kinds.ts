import { can } from '@frontdesk/contract/rules'
import { useMe } from '../../lib/session/use-me.ts'
import type { Managed } from './queries.ts'

/** The kinds of documents that the viewer manages: payment requests, estimates, both or neither. */
export function useManagedKinds(): Managed {
  const me = useMe()
  return { requests: can(me, 'payments_manage'), estimates: can(me, 'payments_manage_estimates') }
}
