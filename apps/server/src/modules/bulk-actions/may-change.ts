import { type BulkChange, can, conversationRules, type Viewer } from '@frontdesk/contract/rules'

/** Whether somebody may do this to conversations they see; asked when it begins and before each batch. */
export function mayChange(viewer: Viewer, change: BulkChange, toUserId: string | null = null): boolean {
  if (change === 'assign') return conversationRules.assign(viewer, toUserId)
  return change !== 'status' || can(viewer, 'contacts_edit')
}
