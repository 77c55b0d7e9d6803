import type { ListedNotification } from '@frontdesk/contract/api'
import { NOTIFICATION_KEPT_READ_DAYS, type NotificationKind } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Button, SegmentedControl } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBell,
  IconCalendarEvent,
  IconCheck,
  IconChecks,
  IconMessage,
  IconReceipt,
  IconSettings,
  IconSpeakerphone,
  IconUserPlus,
} from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations, useTimeZone } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { PagedList } from '../../ui/list/PagedList.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './NotificationsScreen.module.css'
import { KIND_TEXTS } from './notification-texts.ts'
import { notificationKeys, notificationList, unreadNotifications } from './queries.ts'

interface Props {
  isUnreadOnly: boolean
  onFilter: (isUnreadOnly: boolean) => void
}

export function NotificationsScreen({ isUnreadOnly, onFilter }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const unread = useQuery(unreadNotifications).data ?? 0
  const chosen = useStore(chosenLocation)
  const location = useLocations().find(({ id }) => id === chosen)
  const showFailure = useFailureToast()
  const take = ({ data }: { data: { unreadCount: number } }) => {
    cache.setQueryData(notificationKeys.unread, data.unreadCount)
    void cache.invalidateQueries({ queryKey: notificationKeys.list })
  }
  const readAll = useMutation({
    mutationFn: () => api.notifications.markAllRead(chosen ? { locationIDs: [chosen] } : {}),
    onSuccess: take,
    onError: showFailure,
  })
  const readOne = useMutation({
    mutationFn: (notificationID: string) => api.notifications.markRead({ notificationID }),
    onSuccess: take,
    onError: showFailure,
  })
  return (
    <PageLayout
      title={t`Notifications`}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconChecks size={16} />}
            disabled={unread === 0}
            loading={readAll.isPending}
            onClick={() => readAll.mutate()}
          >
            <Trans>Mark all read</Trans>
          </Button>
          <Button
            variant="default"
            leftSection={<IconSettings size={16} />}
            component={Link}
            to="/settings/notification-settings"
          >
            <Trans>Settings</Trans>
          </Button>
        </>
      }
    >
      <SegmentedControl
        aria-label={t`Which notifications`}
        mb="md"
        value={isUnreadOnly ? 'unread' : 'all'}
        onChange={(value) => onFilter(value === 'unread')}
        data={[
          { value: 'all', label: t`All` },
          { value: 'unread', label: t`Unread` },
        ]}
      />
      {location && (
        <p className={classes.narrowed}>
          <Trans>Showing {location.name} only. The bell counts all locations.</Trans>{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => chosenLocation.set(null)}>
            <Trans>Show all locations</Trans>
          </Anchor>
        </p>
      )}
      <List isUnreadOnly={isUnreadOnly} onRead={(id) => readOne.mutate(id)} />
    </PageLayout>
  )
}

function List({ isUnreadOnly, onRead }: { isUnreadOnly: boolean; onRead: (id: string) => void }) {
  const { t } = useLingui()
  const list = useInfiniteQuery(notificationList(isUnreadOnly, useStore(chosenLocation)))
  return (
    <PagedList
      query={list}
      items={({ notifications }) => notifications}
      itemKey={({ notificationID }) => notificationID}
      row={(row) => <Row row={row} onRead={onRead} />}
      rows={6}
      className={rowClasses.list}
      end={
        <p className={classes.end}>
          <Trans>That’s everything. Read notifications are kept for {NOTIFICATION_KEPT_READ_DAYS} days.</Trans>
        </p>
      }
      empty={
        <EmptyState
          icon={<IconBell size={28} stroke={1.5} />}
          title={isUnreadOnly ? t`You’re all caught up` : t`No notifications yet`}
          text={t`New messages, undelivered messages, bookings, and new teammates show up here. Anything you turned off doesn’t.`}
          action={
            <Button size="xs" variant="default" component={Link} to="/settings/notification-settings">
              <Trans>Notification settings</Trans>
            </Button>
          }
        />
      }
    />
  )
}

interface RowProps {
  row: ListedNotification
  onRead: (id: string) => void
}

/** Opening a conversation marks its notifications read; those about the team are marked by following their link. */
function RowLink({ row, onRead, children }: RowProps & { children: ReactNode }) {
  const link = { className: classes.link, children }
  const { conversationSid, bookingID, paymentID, campaignID, kind } = row
  if (conversationSid) return <Link to="/conversations/$sid" params={{ sid: conversationSid }} {...link} />
  const onClick = () => !row.isRead && onRead(row.notificationID)
  if (bookingID) return <Link to="/bookings" search={{ booking: bookingID }} onClick={onClick} {...link} />
  if (paymentID) return <Link to="/payments/$invoiceid" params={{ invoiceid: paymentID }} onClick={onClick} {...link} />
  if (campaignID)
    return <Link to="/marketing/campaign-metrics/$campaignID" params={{ campaignID }} onClick={onClick} {...link} />
  if (kind === 'payout-failed') return <Link to="/settings/payments-settings" onClick={onClick} {...link} />
  if (kind === 'conversation-assigned') {
    return <Link to="/conversations" search={{ to: 'me' }} onClick={onClick} {...link} />
  }
  if (kind === 'calendar-broken') return <Link to="/bookings/availability" onClick={onClick} {...link} />
  return <Link to="/team" onClick={onClick} {...link} />
}

const WARNINGS: ReadonlySet<string> = new Set([
  'calendar-broken',
  'payment-failed',
  'payment-underpaid',
  'refund-failed',
  'receipt-failed',
  'payment-link-failed',
  'payment-to-check',
  'payment-disputed',
  'payout-failed',
  'campaign-not-sent',
] satisfies NotificationKind[])

function iconOf({ kind, bookingID, paymentID, campaignID }: ListedNotification) {
  if (campaignID) return IconSpeakerphone
  if (paymentID) return IconReceipt
  if (bookingID) return IconCalendarEvent
  return kind === 'teammate-joined' ? IconUserPlus : IconMessage
}

function Row({ row, onRead }: RowProps) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone(row.locationID ?? undefined)
  const isFailure = row.kind === 'message-failed'
  const isWarning = isFailure || WARNINGS.has(row.kind)
  const Icon = isWarning ? IconAlertTriangle : iconOf(row)
  const title = row.title.startsWith('+') ? phoneText(row.title) : row.title
  return (
    <li className={classes.row} data-unread={!row.isRead}>
      <RowLink row={row} onRead={onRead}>
        <span className={classes.icon} data-failure={isFailure}>
          <Icon size={18} stroke={1.75} />
        </span>
        <span className={classes.what}>
          <span className={classes.head}>
            <strong className={classes.title}>{title}</strong>
            {row.count > 1 && row.conversationSid && (
              <span className={classes.soft}>
                <Plural value={row.count} one="# message" other="# messages" />
              </span>
            )}
            {!row.isRead && <span className={classes.unread}>{t`Unread`}</span>}
          </span>
          <span className={classes.body}>
            {row.kind === 'conversation-assigned' && !row.conversationSid ? (
              <Plural value={row.count} one="# conversation assigned to you" other="# conversations assigned to you" />
            ) : row.kind === 'calendar-broken' ? (
              <Trans>This calendar is no longer connected. Reconnect it.</Trans>
            ) : row.kind === 'payout-failed' ? (
              <Trans>The bank did not accept this payout. Check the bank account.</Trans>
            ) : row.kind === 'campaign-to-approve' ? (
              <Trans>{row.body} wants to send this campaign. It needs your approval.</Trans>
            ) : row.kind === 'campaign-not-sent' ? (
              <Trans>It wasn’t sent at its scheduled time. Send it now, or choose another time.</Trans>
            ) : row.kind === 'teammate-joined' ? (
              <Trans>Joined your team</Trans>
            ) : (
              row.body || t`Attachment`
            )}
          </span>
          <span className={classes.soft}>{i18n._(KIND_TEXTS[row.kind].label)}</span>
        </span>
        <span className={classes.time}>
          <ShortTime at={row.updatedOnUtc} zone={zone} />
        </span>
      </RowLink>
      {!row.isRead && (
        <ActionIcon
          className={classes.read}
          aria-label={t`Mark read: ${title}`}
          data-tip={t`Mark read`}
          data-tip-at="left"
          onClick={() => onRead(row.notificationID)}
        >
          <IconCheck size={17} />
        </ActionIcon>
      )}
    </li>
  )
}
