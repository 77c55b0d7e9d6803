import { type Conversation, isBlank, type Location } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconBan, IconPencil } from '@tabler/icons-react'
import { type MouseEvent, memo, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { phoneText } from '../../lib/phone-text.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ShortTime } from '../../ui/ShortTime.tsx'
import { UnreadCount } from '../../ui/UnreadCount.tsx'
import { lazyCode } from '../../ui/when-online.ts'
import classes from './ConversationRow.module.css'
import { useHasDraft } from './drafts.ts'
import { SelectBox } from './SelectBox.tsx'
import { useIsUnsent } from './use-outgoing.ts'

const WaitingBadge = lazyCode(async () => ({ default: (await import('./waiting/WaitingBadge.tsx')).WaitingBadge }))

interface Props {
  conversation: Conversation
  /** The list's filters as the address has them, with their question mark. */
  query: string
  userId: string
  location: Location | undefined
  /** Null where the list is of one assignee, and for unassigned conversations. */
  assigneeName: string | null
  assigneeImage: string | null
  isOpen: boolean
  isCursor: boolean
  showsLocation: boolean
  /** Says whether it is closed or snoozed, in a list of all kinds. */
  showsState?: boolean
  isSelected?: boolean
  /** Whether boxes stand on all rows, not only under the pointer. */
  isSelecting?: boolean
  onFocus?: (sid: string) => void
  /** Whether the focus was asked for and is not taken yet. */
  claimFocus: (sid: string) => boolean
  onOpen: (sid: string) => void
  /** The pointer is on it, perhaps only on its way. */
  onHover?: (sid: string) => void
  /** It is about to be opened. */
  onNear?: (sid: string) => void
  /** Absent where nothing is selected. */
  onToggle?: (sid: string, isRange: boolean) => void
}

const firstName = (name: string) => name.split(' ')[0]

/** Drawn again only when something of it changed: in a burst of texts most rows only move. */
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
  const nothing = lastMessage ? t`A text without visible characters` : t`No messages yet`
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

  // A plain link: the router's own asks each time the address changes, in every row, whether it is the one.
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
