import type { Conversation } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import {
  IconChevronLeft,
  IconCircleCheck,
  IconDots,
  IconLayoutSidebarRight,
  IconNote,
  IconPhone,
  IconRotate,
} from '@tabler/icons-react'
import { useConversationActions } from '../../../entities/conversation/use-conversation-actions.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { useCall } from '../../../entities/subscription/use-call.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { useSession } from '../../../lib/session/session.ts'
import { Avatar } from '../../../ui/avatar/Avatar.tsx'
import { useIsPhone } from '../../../ui/layout/use-viewport.ts'
import { lazyOnInteraction } from '../../../ui/lazy/lazy-on-interaction.tsx'
import { AssigneeButton } from './AssigneeButton.tsx'
import { HeaderAction } from './HeaderAction.tsx'
import classes from './ThreadHeader.module.css'
import { ThreadViewers } from './ThreadViewers.tsx'

const ThreadMenu = lazyOnInteraction(async () => (await import('./ThreadMenu.tsx')).ThreadMenu)

interface Props {
  conversation: Conversation
  onBack: () => void
  onNote: () => void
  onDetails: () => void
}

export function ThreadHeader({ conversation, onBack, onNote, onDetails }: Props) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const size = isPhone ? 44 : undefined
  const call = useCall()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const { toggleClosed } = useConversationActions(conversation.sid)
  const { attributes, contact } = conversation
  const location = useLocations().find(({ id }) => id === attributes.locationID)
  const number = phoneText(conversation.phoneNumber)
  const name = conversation.friendlyName || number

  return (
    <header className={classes.root}>
      {isPhone && (
        <ActionIcon aria-label={t`Back to inbox`} onClick={onBack} size={size}>
          <IconChevronLeft size={22} />
        </ActionIcon>
      )}
      {!isPhone && <Avatar name={conversation.friendlyName} colorKey={contact.id} size={32} />}
      <div className={classes.who}>
        <h2 className={classes.name}>{name}</h2>
        <div className={classes.numbers}>
          {name !== number && <span>{number}</span>}
          {conversation.merged && (
            <span>
              <Plural value={conversation.merged.length} one="+ # merged" other="+ # merged" />
            </span>
          )}
          {/* On a phone there is space for one number; the details have both. */}
          {(!isPhone || name === number) && (
            <span>
              <Trans>
                to {phoneText(conversation.tenantPhoneNumber)}
                {location ? `, ${location.name}` : ''}
              </Trans>
            </span>
          )}
        </div>
      </div>
      <ThreadViewers sid={conversation.sid} />
      {!isPhone && <AssigneeButton conversation={conversation} />}
      {!isViewingAs && (
        <HeaderAction
          label={attributes.isClosed ? t`Reopen` : t`Close`}
          tip={attributes.isClosed ? t`Reopen (e)` : t`Close (e)`}
          icon={attributes.isClosed ? <IconRotate size={15} /> : <IconCircleCheck size={15} />}
          variant="default"
          onClick={() => void toggleClosed(conversation)}
        />
      )}
      {!isPhone && !isViewingAs && (
        <ActionIcon aria-label={t`Write a note`} data-tip={t`Write a note (n)`} data-tip-at="below" onClick={onNote}>
          <IconNote size={18} stroke={1.75} />
        </ActionIcon>
      )}
      {!isPhone && (
        <ActionIcon
          component="a"
          {...call(conversation.phoneNumber)}
          aria-label={t`Call ${number}`}
          data-tip={t`Call`}
          data-tip-at="below"
        >
          <IconPhone size={18} stroke={1.75} />
        </ActionIcon>
      )}
      <ActionIcon size={size} aria-label={t`Details`} data-tip={t`Details`} data-tip-at="below" onClick={onDetails}>
        <IconLayoutSidebarRight size={18} stroke={1.75} />
      </ActionIcon>
      <ThreadMenu
        conversation={conversation}
        onNote={onNote}
        onLeave={onBack}
        trigger={(handlers) => (
          <ActionIcon size={size} aria-label={t`More`} aria-haspopup="menu" {...handlers}>
            <IconDots size={18} />
          </ActionIcon>
        )}
      />
    </header>
  )
}
