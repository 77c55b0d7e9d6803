import { can, type Message } from '@frontdesk/contract'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconCopy, IconPencil, IconQuote, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { lazyCode } from '../../ui/when-online.ts'
import { MoreButton } from './MoreButton.tsx'
import { openConversation } from './open-conversation.ts'
import { quoteOf, quoting } from './quoting.ts'

const DeleteMessageModal = lazyCode(async () => ({
  default: (await import('./DeleteMessageModal.tsx')).DeleteMessageModal,
}))

interface Props {
  message: Message
  isNewest: boolean
  onEdit?: (() => void) | undefined
}

export function MessageMenu({ message, isNewest, onEdit }: Props) {
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  // In the timeline of a person other threads stand beside the one that is written to.
  const mayQuote = !isViewingAs && openConversation.get() === message.conversationSid
  const [isDeleting, setIsDeleting] = useState(false)
  const isOwnNote = message.attributes.type === 'note' && message.authorUserID === me.userId
  const mayDelete = !isViewingAs && (isOwnNote || can(me, 'convos_delete_message'))
  return (
    <>
      <Menu position="bottom" width={190} defaultOpened>
        <Menu.Target>
          <MoreButton isNewest={isNewest} />
        </Menu.Target>
        <Menu.Dropdown>
          {mayQuote && (
            <Menu.Item
              leftSection={<IconQuote size={16} />}
              onClick={() => {
                quoting.set(message.conversationSid, quoteOf(message))
                requestAnimationFrame(() =>
                  document.querySelector<HTMLElement>(`[data-composer="${message.conversationSid}"]`)?.focus(),
                )
              }}
            >
              <Trans>Quote</Trans>
            </Menu.Item>
          )}
          {message.body !== '' && (
            <Menu.Item
              leftSection={<IconCopy size={16} />}
              onClick={() => void navigator.clipboard.writeText(message.body)}
            >
              <Trans>Copy text</Trans>
            </Menu.Item>
          )}
          {isOwnNote && !isViewingAs && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
              <Trans>Edit note</Trans>
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item
              style={{ color: 'var(--fd-danger)' }}
              leftSection={<IconTrash size={16} />}
              onClick={() => setIsDeleting(true)}
            >
              {message.attributes.type === 'note' ? <Trans>Delete note…</Trans> : <Trans>Delete message…</Trans>}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isDeleting && <DeleteMessageModal message={message} onClose={() => setIsDeleting(false)} />}</Suspense>
    </>
  )
}
