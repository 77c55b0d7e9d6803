import { can } from '@frontdesk/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { conversationBySid } from '../../../entities/conversation/queries.ts'
import { threadDialog, useThreadDialog } from '../../../entities/conversation/thread-dialog.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'

const AssignModal = lazyWithRetry(async () => ({ default: (await import('./AssignModal.tsx')).AssignModal }))
const SnoozeConversationModal = lazyWithRetry(async () => ({
  default: (await import('./SnoozeConversationModal.tsx')).SnoozeConversationModal,
}))
const MoveToLocationModal = lazyWithRetry(async () => ({
  default: (await import('./MoveToLocationModal.tsx')).MoveToLocationModal,
}))
const RenameModal = lazyWithRetry(async () => ({ default: (await import('./RenameModal.tsx')).RenameModal }))
const MergeModal = lazyWithRetry(async () => ({ default: (await import('./MergeModal.tsx')).MergeModal }))
const BlockModal = lazyWithRetry(async () => ({ default: (await import('./BlockModal.tsx')).BlockModal }))
const DeleteModal = lazyWithRetry(async () => ({ default: (await import('./DeleteModal.tsx')).DeleteModal }))

interface Props {
  sid: string
  /** Called when the viewer can no longer see the conversation. */
  onGone: () => void
  onOpen: (sid: string) => void
}

/** The dialogs of the open conversation. */
export function ThreadDialogs({ sid, onGone, onOpen }: Props) {
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const dialog = useThreadDialog()
  const { data: conversation } = useQuery(conversationBySid(sid))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation starts without a dialog.
  useEffect(() => () => threadDialog.open(null), [sid])

  if (!conversation || !dialog || isViewingAs) return null
  const props = { conversation, onClose: () => threadDialog.open(null), onGone }
  return (
    <Suspense>
      {dialog === 'assign' && <AssignModal {...props} />}
      {dialog === 'snooze' && !conversation.attributes.isClosed && <SnoozeConversationModal {...props} />}
      {dialog === 'rename' && <RenameModal {...props} />}
      {dialog === 'move' && can(me, 'contacts_edit') && <MoveToLocationModal {...props} />}
      {dialog === 'merge' && can(me, 'contacts_edit') && <MergeModal {...props} onOpen={onOpen} />}
      {(dialog === 'block' || dialog === 'unblock') && <BlockModal {...props} isBlocking={dialog === 'block'} />}
      {can(me, 'convos_delete_contact_conversation') &&
        (dialog === 'delete-conversation' || dialog === 'delete-contact') && (
          <DeleteModal {...props} what={dialog === 'delete-contact' ? 'contact' : 'conversation'} />
        )}
    </Suspense>
  )
}
