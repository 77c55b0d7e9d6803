import { type BulkChange, can, type Viewer } from '@frontdesk/contract'

/** Whether somebody may do this to conversations they see; asked when it begins and before each batch. */
export function mayChange(viewer: Viewer, change: BulkChange, toUserId: string | null = null): boolean {
  if (change === 'assign') return toUserId === viewer.userId || can(viewer, 'convos_view_assigned_to_others')
  return change !== 'status' || can(viewer, 'contacts_edit')
}
