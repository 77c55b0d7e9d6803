import type { Conversation, Location } from '@frontdesk/contract/api'
import { isBlank } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconBan, IconPencil } from '@tabler/icons-react'
import { type MouseEvent, memo, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useHasDraft } from '../../../entities/draft/drafts.ts'
import { useIsUnsent } from '../../../entities/outbox/use-outgoing.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { Avatar } from '../../../ui/avatar/Avatar.tsx'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import { ShortTime } from '../../../ui/text/ShortTime.tsx'
import { UnreadCount } from '../../../ui/text/UnreadCount.tsx'
import { SelectBox } from '../selection/SelectBox.tsx'
import classes from './ConversationRow.module.css'

const WaitingBadge = lazyWithRetry(async () => ({
  default: (await import('../../../entities/conversation/WaitingBadge.tsx')).WaitingBadge,
}))

export const CONVERSATION_ROW_HEIGHT = 72

interface Props {
  conversation: Conversation
  /** Query string of the list's filters, including the question mark. */
  query: string
  userId: string
  location: Location | undefined
  /** Null when the list has a single assignee, and for unassigned conversations. */
  assigneeName: string | null
  assigneeImage: string | null
  isOpen: boolean
  isCursor: boolean
  showsLocation: boolean
  /** Shows closed and snoozed states, for lists that mix them. */
  showsState?: boolean
  isSelected?: boolean
  /** Shows checkboxes on all rows, not only on hover. */
  isSelecting?: boolean
  onFocus?: (sid: string) => void
  /** Focus was requested and is still pending. */
  claimFocus: (sid: string) => boolean
  onOpen: (sid: string) => void
  /** Pointer entered the row, possibly just passing over. */
  onHover?: (sid: string) => void
  /** The row is about to be opened. */
  onNear?: (sid: string) => void
  /** Absent when nothing is selected. */
  onToggle?: (sid: string, isRange: boolean) => void
}

const firstName = (name: string) => name.split(' ')[0]

/** Memoized: in a burst of texts most rows only move. */
export const ConversationRow = memo(function ConversationRow(props: Props) {
  const { conversation, query, userId, location, isOpen, isCursor, isSelected = false, isSelecting = false } = props
  const { assigneeName, assigneeImage, showsLocation, showsState = false } = props
  const { onFocus, claimFocus, onOpen, onHover, onNear, onToggle } = props
  const { t } = useLingui()
  const link = useRef<HTMLAnchorElement>(null)
  const hasDraft = useHasDraft(conversation, userId) && !isOpen
  const { sid, attributes, contact, lastMessage } = conversation
  const isUnsent = useIsUnsent(sid, userId) && !isOpen
  const name = conversation.friendlyName || phoneText(conversation.phoneNumber)
  const isMarked = attributes.isMarkedUnread === true
  const isUnread = attributes.unreadMessages > 0 || isMarked
  const hasFailed = attributes.deliveryStatus === 'failed' || attributes.deliveryStatus === 'undelivered'
  const nothing = lastMessage ? t`A text with no visible characters` : t`No messages yet`
  const preview = isBlank(attributes.latestMessage) ? nothing : attributes.latestMessage

  const author = !lastMessage?.isOutgoingMessage
    ? ''
    : lastMessage.authorUserID === userId
      ? t`You`
      : lastMessage.authorUserID
        ? firstName(lastMessage.author)
        : lastMessage.author

  const takeFocus = useEffectEvent(() => {
    if (claimFocus(sid)) link.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (isCursor) takeFocus()
  }, [isCursor])

  // A plain link: the router's Link re-evaluates its active state in every row on each navigation.
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(sid)
  }

  const state = !showsState ? null : attributes.isClosed ? t`Closed` : attributes.isSnoozed ? t`Snoozed` : null
  const row = (
    <a
      ref={link}
      href={`/conversations/${sid}${query}`}
      className={classes.root}
      data-sid={sid}
      data-unread={isUnread || undefined}
      aria-current={isOpen ? 'true' : undefined}
      onClick={open}
      onPointerEnter={() => onHover?.(sid)}
      onPointerDown={() => onNear?.(sid)}
      onFocus={() => {
        onNear?.(sid)
        onFocus?.(sid)
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
              <ShortTime at={attributes.latestMessageDateUTC} {...(location && { zone: location.timeZone })} />
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
            {isUnsent && (
              <span className={classes.failed}>
                <IconAlertTriangle size={12} aria-hidden="true" /> <Trans>Not sent</Trans>
              </span>
            )}
            {hasFailed && (
              <span className={classes.failed}>
                <IconAlertTriangle size={12} aria-hidden="true" /> <Trans>Undelivered</Trans>
              </span>
            )}
            {author && `${author}: `}
            {preview}
          </span>
          {isUnread && <UnreadCount count={attributes.unreadMessages} shownMax={99} />}
        </span>
        {(assigneeName || showsLocation || state || attributes.needsAnswerSince) && (
          <span className={classes.meta}>
            {state && <span className={classes.state}>{state}</span>}
            {assigneeName && (
              <span className={classes.assignee} title={t`Assigned to ${assigneeName}`}>
                <Avatar name={assigneeName} colorKey={attributes.toUserID ?? ''} image={assigneeImage} size={16} />
                <span className={classes.ellipsis}>{attributes.toUserID === userId ? t`You` : assigneeName}</span>
              </span>
            )}
            {showsLocation && location && <span className={classes.ellipsis}>{location.name}</span>}
            {attributes.needsAnswerSince && (
              <span className={classes.waiting}>
                <Suspense>
                  <WaitingBadge since={attributes.needsAnswerSince} locationID={attributes.locationID} />
                </Suspense>
              </span>
            )}
          </span>
        )}
      </span>
    </a>
  )
  if (!onToggle) return row
  return (
    <SelectBox
      name={conversation.friendlyName}
      isSelected={isSelected}
      isSelecting={isSelecting}
      onToggle={(isRange) => onToggle(sid, isRange)}
    >
      {row}
    </SelectBox>
  )
})
