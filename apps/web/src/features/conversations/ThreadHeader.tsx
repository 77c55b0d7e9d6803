import type { Conversation } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconBan,
  IconCheck,
  IconChevronLeft,
  IconCircleCheck,
  IconCopy,
  IconDots,
  IconLayoutSidebarRight,
  IconRotate,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useLocations } from '../../lib/locations.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useIsPhone } from '../../ui/use-viewport.ts'
import classes from './ThreadHeader.module.css'
import { useConversationActions } from './use-conversation-actions.ts'

const BlockModal = lazy(() => import('./BlockModal.tsx').then((module) => ({ default: module.BlockModal })))

interface Props {
  conversation: Conversation
  onBack: () => void
  onDetails: () => void
}

export function ThreadHeader({ conversation, onBack, onDetails }: Props) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const [isBlocking, setIsBlocking] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  const { toggleClosed, unblock } = useConversationActions(conversation.sid)
  const { attributes, contact } = conversation
  const location = useLocations().find(({ id }) => id === attributes.locationID)
  const number = phoneText(conversation.phoneNumber)
  const name = conversation.friendlyName || number

  const copy = async () => {
    await navigator.clipboard.writeText(conversation.phoneNumber)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 1500)
  }

  return (
    <header className={classes.root}>
      {isPhone && (
        <ActionIcon aria-label={t`Back to the list`} onClick={onBack} size={40}>
          <IconChevronLeft size={22} />
        </ActionIcon>
      )}
      <Avatar name={conversation.friendlyName} colorKey={contact.id} size={32} />
      <div className={classes.who}>
        <h1 className={classes.name}>{name}</h1>
        <div className={classes.numbers}>
          {name !== number && <span>{number}</span>}
          <span className={classes.via}>
            <Trans>
              to {phoneText(conversation.tenantPhoneNumber)}
              {location ? `, ${location.name}` : ''}
            </Trans>
          </span>
        </div>
      </div>
      <Tooltip label={attributes.isClosed ? t`Reopen (e)` : t`Close (e)`}>
        <Button
          variant="default"
          size="xs"
          leftSection={attributes.isClosed ? <IconRotate size={15} /> : <IconCircleCheck size={15} />}
          onClick={() => void toggleClosed(conversation)}
        >
          {attributes.isClosed ? <Trans>Open</Trans> : <Trans>Close</Trans>}
        </Button>
      </Tooltip>
      <Tooltip label={t`Details`}>
        <ActionIcon aria-label={t`Details`} onClick={onDetails}>
          <IconLayoutSidebarRight size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Menu position="bottom-end" width={210}>
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
          {contact.isBlocked ? (
            <Menu.Item leftSection={<IconBan size={16} />} onClick={() => void unblock()}>
              <Trans>Unblock number</Trans>
            </Menu.Item>
          ) : (
            <Menu.Item color="red" leftSection={<IconBan size={16} />} onClick={() => setIsBlocking(true)}>
              <Trans>Block number…</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isBlocking && <BlockModal conversation={conversation} onClose={() => setIsBlocking(false)} />}
      </Suspense>
    </header>
  )
}
