import { can } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import {
  IconBan,
  IconCalendarPlus,
  IconCircleCheck,
  IconClockPause,
  IconClockPlay,
  IconFileText,
  IconFolderShare,
  IconHourglassOff,
  IconMail,
  IconMessageReply,
  IconNote,
  IconPencil,
  IconReceipt,
  IconRotate,
  IconTemplate,
  IconTrash,
  IconUser,
  IconUserShare,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { assignConversation } from '../../entities/conversation/assign-conversation.ts'
import { conversationBySid } from '../../entities/conversation/queries.ts'
import { threadDialog } from '../../entities/conversation/thread-dialog.ts'
import { useConversationActions } from '../../entities/conversation/use-conversation-actions.ts'
import { useMarkUnread } from '../../entities/conversation/use-mark-unread.ts'
import { composerCommands } from '../../entities/draft/composer-commands.ts'
import { composerFocus } from '../../entities/draft/composer-focus.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import type { Command } from './commands.ts'

/** Actions for the open conversation; none without one, or while viewing as a teammate. */
export function useThreadCommands(): Command[] {
  const { t } = useLingui()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const me = useMe()
  const showFailure = useFailureToast()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const sid = useParams({ strict: false, select: (params) => params.sid ?? '' })
  const { toggleClosed, markHandled, unsnooze } = useConversationActions(sid)
  const markUnread = useMarkUnread(sid, () => void navigate({ to: '/conversations', search: true }))
  const conversation = useQuery({ ...conversationBySid(sid), enabled: sid !== '' }).data
  if (!conversation || isViewingAs) return []
  const { isClosed, isSnoozed, needsAnswerSince, toUserID, locationID, folder } = conversation.attributes
  const assign = (to: string | null) => void assignConversation(cache, sid, { toUserID: to }).catch(showFailure)
  const payment = { contact: conversation.contact, locationID, conversationSid: sid }
  const commands: (Command | false)[] = [
    {
      key: 'toggle-closed',
      label: isClosed ? t`Reopen this conversation` : t`Close this conversation`,
      words: t`done archive resolve`,
      hint: 'E',
      icon: isClosed ? IconRotate : IconCircleCheck,
      run: () => void toggleClosed(conversation),
    },
    {
      key: 'reply',
      label: t`Reply`,
      words: t`write answer text`,
      hint: 'R',
      icon: IconMessageReply,
      run: () => composerFocus.request(sid),
    },
    {
      key: 'note',
      label: t`Add a note`,
      words: t`internal team comment`,
      hint: 'N',
      icon: IconNote,
      run: () => composerCommands.of(sid)?.note(),
    },
    conversation.contactAccess !== 'hidden' && {
      key: 'book-contact',
      label: t`Book a visit for this contact`,
      words: t`appointment booking calendar`,
      icon: IconCalendarPlus,
      run: () => openModal('book', { contact: conversation.contact, locationID }),
    },
    conversation.contactAccess !== 'hidden' &&
      can(me, 'payments_manage') && {
        key: 'request-payment',
        label: t`Request a payment from this contact`,
        words: t`invoice pay link money`,
        icon: IconReceipt,
        run: () => openModal('ask-for-payment', { ...payment, kind: 'request' }),
      },
    conversation.contactAccess !== 'hidden' &&
      can(me, 'payments_manage_estimates') && {
        key: 'send-estimate',
        label: t`Send this contact an estimate`,
        words: t`quote offer price`,
        icon: IconFileText,
        run: () => openModal('ask-for-payment', { ...payment, kind: 'estimate' }),
      },
    {
      key: 'template',
      label: t`Insert a template`,
      words: t`canned saved reply snippet`,
      hint: '/',
      icon: IconTemplate,
      run: () => composerCommands.of(sid)?.templates(),
    },
    toUserID !== me.userId && {
      key: 'assign-me',
      label: t`Assign to me`,
      words: t`take claim own`,
      icon: IconUser,
      run: () => assign(me.userId),
    },
    {
      key: 'assign',
      label: t`Assign to…`,
      words: t`teammate hand over transfer`,
      hint: 'A',
      icon: IconUserShare,
      run: () => threadDialog.open('assign'),
    },
    toUserID !== null && {
      key: 'unassign',
      label: t`Unassign`,
      words: t`remove assignee`,
      icon: IconUser,
      run: () => assign(null),
    },
    isSnoozed
      ? {
          key: 'unsnooze',
          label: t`Unsnooze`,
          icon: IconClockPlay,
          run: () => void unsnooze(),
        }
      : !isClosed && {
          key: 'snooze',
          label: t`Snooze…`,
          words: t`later remind defer`,
          hint: 'S',
          icon: IconClockPause,
          run: () => threadDialog.open('snooze'),
        },
    needsAnswerSince !== null && {
      key: 'no-reply-needed',
      label: t`No reply needed`,
      words: t`handled waiting`,
      hint: 'H',
      icon: IconHourglassOff,
      run: () => void markHandled(conversation),
    },
    {
      key: 'mark-unread',
      label: t`Mark unread`,
      hint: 'U',
      icon: IconMail,
      run: () => void markUnread(),
    },
    {
      key: 'move',
      label: t`Move into folder…`,
      icon: IconFolderShare,
      run: () => openModal('move-into-folder', { sids: [sid], locationIDs: [locationID], folderKey: folder }),
    },
    can(me, 'contacts_edit') && {
      key: 'edit-contact',
      label: t`Edit contact…`,
      words: t`name email birthday`,
      icon: IconPencil,
      run: () => openModal('edit-contact', { contact: conversation.contact, sid }),
    },
    {
      key: 'block',
      label: t`Block…`,
      words: t`spam number`,
      icon: IconBan,
      run: () => threadDialog.open('block'),
    },
    can(me, 'convos_delete_contact_conversation') && {
      key: 'delete',
      label: t`Delete conversation…`,
      icon: IconTrash,
      run: () => threadDialog.open('delete-conversation'),
    },
  ]
  return commands.filter((command) => command !== false)
}
