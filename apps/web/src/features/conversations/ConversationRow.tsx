import { type Conversation, type InboxSearch, isBlank } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconBan, IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { fallbackTimeZone, useLocations } from '../../lib/locations.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ShortTime } from '../../ui/ShortTime.tsx'
import { UnreadCount } from '../../ui/UnreadCount.tsx'
import { lazyCode } from '../../ui/when-online.ts'
import classes from './ConversationRow.module.css'
import { useHasDraft } from './drafts.ts'
import { messageThread } from './queries.ts'

const WaitingBadge = lazyCode(async () => ({ default: (await import('./waiting/WaitingBadge.tsx')).WaitingBadge }))

interface Props {
  conversation: Conversation
  search: InboxSearch
  isOpen: boolean
  isCursor: boolean
  showsLocation: boolean
  onFocus: (sid: string) => void
  onOpen: (sid: string) => void
}

export function ConversationRow({ conversation, search, isOpen, isCursor, showsLocation, onFocus }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const link = useRef<HTMLAnchorElement>(null)
  const hasDraft = useHasDraft(conversation, me.userId) && !isOpen
  const { sid, attributes, contact, lastMessage } = conversation
  const location = useLocations().find(({ id }) => id === attributes.locationID)
  const name = conversation.friendlyName || phoneText(conversation.phoneNumber)
  const isMarked = attributes.isMarkedUnread === true
  const isUnread = attributes.unreadMessages > 0 || isMarked
  const hasFailed = attributes.deliveryStatus === 'failed' || attributes.deliveryStatus === 'undelivered'
  const nothing = lastMessage ? t`A text without visible characters` : t`No messages yet`
  const preview = isBlank(attributes.latestMessage) ? nothing : attributes.latestMessage

  useEffect(() => {
    if (isCursor && link.current !== document.activeElement) link.current?.focus({ preventScroll: true })
  }, [isCursor])

  // Loaded before it is opened, so that opening shows the messages at once.
  const prefetch = () => void cache.prefetchQuery(messageThread(sid))

  return (
    <Link
      ref={link}
      to="/conversations/$sid"
      params={{ sid }}
      search={search}
      className={classes.root}
      data-sid={sid}
      data-unread={isUnread || undefined}
      aria-current={isOpen ? 'true' : undefined}
      onPointerEnter={prefetch}
      onPointerDown={prefetch}
      onFocus={() => {
        prefetch()
        onFocus(sid)
      }}
    >
      <Avatar name={conversation.friendlyName} colorKey={contact.id} />
      <span className={classes.body}>
        <span className={classes.line}>
          <span className={classes.name} dir="auto">
            {name}
          </span>
          {contact.isBlocked && <IconBan size={13} className={classes.soft} aria-label={t`Blocked`} />}
          {attributes.latestMessageDateUTC && (
            <span className={classes.time}>
              <ShortTime at={attributes.latestMessageDateUTC} zone={location?.timeZone ?? fallbackTimeZone} />
            </span>
          )}
        </span>
        <span className={classes.line}>
          <span className={classes.preview} dir="auto">
            {hasDraft && (
              <span className={classes.draft}>
                <IconPencil size={12} aria-hidden="true" /> <Trans>Draft</Trans>
              </span>
            )}
            {hasFailed && (
              <span className={classes.failed}>
                <IconAlertTriangle size={12} aria-hidden="true" /> <Trans>Not delivered</Trans>
              </span>
            )}
            {lastMessage?.isOutgoingMessage ? <Trans>You: {preview}</Trans> : preview}
          </span>
          {attributes.needsAnswerSince && (
            <Suspense>
              <WaitingBadge since={attributes.needsAnswerSince} locationID={attributes.locationID} />
            </Suspense>
          )}
          {attributes.toUserID && attributes.toUserName && (
            <span title={t`Assigned to ${attributes.toUserName}`}>
              <Avatar name={attributes.toUserName} colorKey={attributes.toUserID} size={18} />
            </span>
          )}
          {isUnread && <UnreadCount count={attributes.unreadMessages} shownMax={99} />}
        </span>
        {showsLocation && location && <span className={classes.location}>{location.name}</span>}
      </span>
    </Link>
  )
}
