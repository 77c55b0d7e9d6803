import type { Conversation } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconBan, IconCheck, IconCopy, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useConversationActions } from './use-conversation-actions.ts'

interface Props {
  conversation: Conversation
  onBlock: () => void
}

export function ThreadMenu({ conversation, onBlock }: Props) {
  const { t } = useLingui()
  const { unblock } = useConversationActions(conversation.sid)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(conversation.phoneNumber)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 1500)
  }
  return (
    <Menu position="bottom-end" width={210} defaultOpened>
      <Menu.Target>
        <ActionIcon aria-label={t`More`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy()}
        >
          {isCopied ? <Trans>Copied</Trans> : <Trans>Copy number</Trans>}
        </Menu.Item>
        {conversation.contact.isBlocked ? (
          <Menu.Item leftSection={<IconBan size={16} />} onClick={() => void unblock()}>
            <Trans>Unblock number</Trans>
          </Menu.Item>
        ) : (
          <Menu.Item color="red" leftSection={<IconBan size={16} />} onClick={onBlock}>
            <Trans>Block number…</Trans>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
