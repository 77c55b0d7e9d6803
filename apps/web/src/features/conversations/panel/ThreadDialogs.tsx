import { can } from '@frontdesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useSession } from '../../../lib/session/session.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { lazyCode } from '../../../ui/when-online.ts'
import { conversationBySid } from '../queries.ts'
import { threadDialog, useThreadDialog } from '../thread-dialog.ts'

const AssignModal = lazyCode(async () => ({ default: (await import('./AssignModal.tsx')).AssignModal }))
const SnoozeOneModal = lazyCode(async () => ({ default: (await import('./SnoozeOneModal.tsx')).SnoozeOneModal }))
const MoveModal = lazyCode(async () => ({ default: (await import('./MoveModal.tsx')).MoveModal }))
const RenameModal = lazyCode(async () => ({ default: (await import('./RenameModal.tsx')).RenameModal }))
const EditContactModal = lazyCode(async () => ({ default: (await import('./EditContactModal.tsx')).EditContactModal }))
const MergeModal = lazyCode(async () => ({ default: (await import('./MergeModal.tsx')).MergeModal }))
const BlockModal = lazyCode(async () => ({ default: (await import('../BlockModal.tsx')).BlockModal }))
const DeleteModal = lazyCode(async () => ({ default: (await import('./DeleteModal.tsx')).DeleteModal }))

interface Props {
  sid: string
  /** The conversation is not the reader's any more. */
  onGone: () => void
  onOpen: (sid: string) => void
}

/** The dialogs of the open conversation. */
export function ThreadDialogs({ sid, onGone, onOpen }: Props) {
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const dialog = useThreadDialog()
  const { data: conversation } = useQuery(conversationBySid(sid))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation begins without a dialog.
  useEffect(() => () => threadDialog.open(null), [sid])

  if (!conversation || !dialog || isViewingAs) return null
  const props = { conversation, onClose: () => threadDialog.open(null), onGone }
  return (
    <Suspense>
      {dialog === 'assign' && <AssignModal {...props} />}
      {dialog === 'snooze' && !conversation.attributes.isClosed && <SnoozeOneModal {...props} />}
      {dialog === 'rename' && <RenameModal {...props} />}
      {dialog === 'move' && can(me, 'contacts_edit') && <MoveModal {...props} />}
      {dialog === 'edit-contact' && can(me, 'contacts_edit') && <EditContactModal {...props} />}
      {dialog === 'merge' && can(me, 'contacts_edit') && <MergeModal {...props} onOpen={onOpen} />}
      {(dialog === 'block' || dialog === 'unblock') && <BlockModal {...props} isBlocking={dialog === 'block'} />}
      {can(me, 'convos_delete_contact_conversation') &&
        (dialog === 'delete-conversation' || dialog === 'delete-contact') && (
          <DeleteModal {...props} what={dialog === 'delete-contact' ? 'contact' : 'conversation'} />
        )}
    </Suspense>
  )
}
