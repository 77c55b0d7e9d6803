import type { Message } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconCopy, IconHelpCircle, IconLanguage, IconPencil, IconQuote, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { conversationCache } from '../../../entities/conversation/conversation-cache.ts'
import { openConversation } from '../../../entities/conversation/open-conversation.ts'
import { composerFocus } from '../../../entities/draft/composer-focus.ts'
import { quotedMessage, quoteOf } from '../../../entities/draft/quoted-message.ts'
import { translationQuery } from '../../../entities/translation/queries.ts'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/error-texts.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { MoreButton } from './MoreButton.tsx'

const DeleteMessageModal = lazyWithRetry(async () => ({
  default: (await import('./DeleteMessageModal.tsx')).DeleteMessageModal,
}))

const MessageOriginModal = lazyWithRetry(async () => ({
  default: (await import('./MessageOriginModal.tsx')).MessageOriginModal,
}))

interface Props {
  message: Message
  isNewest: boolean
  onEdit?: (() => void) | undefined
}

export function MessageMenu({ message, isNewest, onEdit }: Props) {
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  // A contact's timeline shows other conversations beside the one that is open.
  const mayQuote = !isViewingAs && openConversation.get() === message.conversationSid
  const [isDeleting, setIsDeleting] = useState(false)
  const [isExplaining, setIsExplaining] = useState(false)
  const isOwnNote = message.attributes.type === 'note' && message.authorUserID === me.userId
  const mayDelete = !isViewingAs && (isOwnNote || can(me, 'convos_delete_message'))
  const { attributes } = message
  const isText = attributes.type === 'text' || attributes.type === 'media'
  const translation = isText ? attributes.translation : undefined
  const to = useQuery(translationQuery).data?.to ?? null
  const mayTranslate = to !== null && isText && !translation && !isViewingAs && message.body.trim() !== ''
  const cache = useQueryClient()
  const translating = useMutation({
    mutationFn: () => api.translation.translateMessage({ sid: message.sid }),
    onSuccess: ({ data }) => conversationCache(cache).takeMessages(data.conversationSid, [data]),
    onError: (error) => showToast({ id: message.sid, title: errorText(error), text: '', kind: 'failure' }),
  })
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
                quotedMessage.set(message.conversationSid, quoteOf(message))
                // After the menu has returned the focus to its button.
                requestAnimationFrame(() => composerFocus.request(message.conversationSid))
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
          {translation && (
            <Menu.Item
              leftSection={<IconCopy size={16} />}
              onClick={() => void navigator.clipboard.writeText(translation.text)}
            >
              <Trans>Copy translation</Trans>
            </Menu.Item>
          )}
          {mayTranslate && (
            <Menu.Item leftSection={<IconLanguage size={16} />} onClick={() => translating.mutate()}>
              <Trans>Translate</Trans>
            </Menu.Item>
          )}
          {isText && attributes.isOutgoingMessage && (
            <Menu.Item leftSection={<IconHelpCircle size={16} />} onClick={() => setIsExplaining(true)}>
              <Trans>Why was this sent?</Trans>
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
      <Suspense>
        {isExplaining && <MessageOriginModal message={message} onClose={() => setIsExplaining(false)} />}
      </Suspense>
      <Suspense>{isDeleting && <DeleteMessageModal message={message} onClose={() => setIsDeleting(false)} />}</Suspense>
    </>
  )
}
