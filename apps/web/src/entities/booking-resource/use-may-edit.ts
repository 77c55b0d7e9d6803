import type { BookingResource } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'

/** Whether the reader may add and archive teammates, rooms and equipment. */
export function useMayManageResources(): boolean {
  const isViewingAs = Boolean(useSession()?.viewingAs)
  return can(useMe(), 'admin_manage_settings') && !isViewingAs
}

/** Whether the reader may change the hours of a resource: their own always. */
export function useMayEditHours({ isOwn }: Pick<BookingResource, 'isOwn'>): boolean {
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayManage = useMayManageResources()
  return (isOwn && !isViewingAs) || mayManage
}
