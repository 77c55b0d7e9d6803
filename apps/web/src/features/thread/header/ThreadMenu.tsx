import type { Conversation } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowMerge,
  IconBan,
  IconCheck,
  IconClockPause,
  IconCopy,
  IconCursorText,
  IconDots,
  IconFolderShare,
  IconMail,
  IconMapPin,
  IconNote,
  IconPencil,
  IconPhone,
  IconRefresh,
  IconTrash,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assignConversation } from '../../../entities/conversation/assign-conversation.ts'
import { numbersOf } from '../../../entities/conversation/number-pairs.ts'
import { threadDialog } from '../../../entities/conversation/thread-dialog.ts'
import { useConversationActions } from '../../../entities/conversation/use-conversation-actions.ts'
import { useMarkUnread } from '../../../entities/conversation/use-mark-unread.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { useCall } from '../../../entities/subscription/use-call.ts'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { useIsPhone } from '../../../ui/layout/use-viewport.ts'
import { openModal } from '../../../ui/modal/modals.ts'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'

interface Props {
  conversation: Conversation
  onNote: () => void
  onLeave: () => void
}

export function ThreadMenu({ conversation, onNote, onLeave }: Props) {
  const { t } = useLingui()
  const call = useCall()
  const isPhone = useIsPhone()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(conversation.phoneNumber)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 1500)
  }
  return (
    <Menu position="bottom-end" width={210} defaultOpened>
      <Menu.Target>
        <ActionIcon size={isPhone ? 44 : undefined} aria-label={t`More`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" {...call(conversation.phoneNumber)} leftSection={<IconPhone size={16} />}>
          <Trans>Call</Trans>
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy()}
        >
          {isCopied ? <Trans>Copied</Trans> : <Trans>Copy number</Trans>}
        </Menu.Item>
        {!isViewingAs && <Changes conversation={conversation} onNote={onNote} onLeave={onLeave} />}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Entries that change something; hidden while viewing as a teammate. */
function Changes({ conversation, onNote, onLeave }: Props) {
  const me = useMe()
  const cache = useQueryClient()
  const hasLocations = useLocations().length > 1
  // Actions on a contact require access to it.
  const isHidden = conversation.contactAccess === 'hidden'
  const mayEdit = can(me, 'contacts_edit') && !isHidden
  const mayDelete = can(me, 'convos_delete_contact_conversation')
  const markUnread = useMarkUnread(conversation.sid, onLeave)
  const { unblock } = useConversationActions(conversation.sid)
  const showFailure = useFailureToast()
  const numbers = numbersOf(conversation)
  const isOne = numbers.length === 1
  const { isClosed, locationID, folder, toUserID } = conversation.attributes
  return (
    <>
      <Menu.Item leftSection={<IconNote size={16} />} onClick={onNote}>
        <Trans>Write a note</Trans>
      </Menu.Item>
      {toUserID === null && (
        <Menu.Item
          leftSection={<IconUserCheck size={16} />}
          onClick={() =>
            void assignConversation(cache, conversation.sid, { toUserID: me.userId, isClaim: true }).catch(showFailure)
          }
        >
          <Trans>Assign to me</Trans>
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconUserPlus size={16} />} onClick={() => threadDialog.open('assign')}>
        <Trans>Assign…</Trans>
      </Menu.Item>
      {!isClosed && (
        <Menu.Item leftSection={<IconClockPause size={16} />} onClick={() => threadDialog.open('snooze')}>
          <Trans>Snooze…</Trans>
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconMail size={16} />} onClick={() => void markUnread()}>
        <Trans>Mark unread for me</Trans>
      </Menu.Item>
      <Menu.Item leftSection={<IconCursorText size={16} />} onClick={() => threadDialog.open('rename')}>
        <Trans>Rename conversation…</Trans>
      </Menu.Item>
      {mayEdit && (
        <>
          <Menu.Item
            leftSection={<IconPencil size={16} />}
            onClick={() => openModal('edit-contact', { contact: conversation.contact, sid: conversation.sid })}
          >
            <Trans>Edit contact…</Trans>
          </Menu.Item>
          {hasLocations && (
            <Menu.Item leftSection={<IconMapPin size={16} />} onClick={() => threadDialog.open('move')}>
              <Trans>Change location…</Trans>
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={() => threadDialog.open('merge')}>
            <Trans>Merge with another…</Trans>
          </Menu.Item>
        </>
      )}
      <Menu.Item
        leftSection={<IconFolderShare size={16} />}
        onClick={() =>
          openModal('move-into-folder', { sids: [conversation.sid], locationIDs: [locationID], folderKey: folder })
        }
      >
        <Trans>Move into folder…</Trans>
      </Menu.Item>
      <AskCarrier sid={conversation.sid} />
      <Menu.Divider />
      {!isHidden && numbers.some(({ isBlocked }) => isBlocked) && (
        <Menu.Item
          leftSection={<IconBan size={16} />}
          onClick={() =>
            isOne ? void unblock([conversation.phoneNumber]).catch(showFailure) : threadDialog.open('unblock')
          }
        >
          {isOne ? <Trans>Unblock number</Trans> : <Trans>Unblock numbers…</Trans>}
        </Menu.Item>
      )}
      {!isHidden && !numbers.every(({ isBlocked }) => isBlocked) && (
        <Menu.Item
          color="var(--fd-danger)"
          leftSection={<IconBan size={16} />}
          onClick={() => threadDialog.open('block')}
        >
          {isOne ? <Trans>Block number…</Trans> : <Trans>Block numbers…</Trans>}
        </Menu.Item>
      )}
      {mayDelete && (
        <>
          <Menu.Item
            color="var(--fd-danger)"
            leftSection={<IconTrash size={16} />}
            onClick={() => threadDialog.open('delete-conversation')}
          >
            <Trans>Delete conversation…</Trans>
          </Menu.Item>
          {!isHidden && (
            <Menu.Item
              color="var(--fd-danger)"
              leftSection={<IconUserMinus size={16} />}
              onClick={() => threadDialog.open('delete-contact')}
            >
              <Trans>Delete contact…</Trans>
            </Menu.Item>
          )}
        </>
      )}
    </>
  )
}

/** For a missing text or a doubtful state: the carrier's response appears in the conversation. */
function AskCarrier({ sid }: { sid: string }) {
  const asking = useMutation({
    mutationFn: () => api.messages.fixSms({ sid }),
    onError: useFailureToast(),
  })
  return (
    <Menu.Item
      closeMenuOnClick={false}
      disabled={asking.isPending}
      leftSection={asking.isSuccess ? <IconCheck size={16} /> : <IconRefresh size={16} />}
      onClick={() => asking.mutate()}
    >
      {asking.isSuccess ? <Trans>Checking with the carrier</Trans> : <Trans>Check with carrier</Trans>}
    </Menu.Item>
  )
}
