import type { UndeliveredMessage } from '@frontdesk/contract/api'
import type { DeliveryReason } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCheck, IconMessageCheck, IconPhone, IconRotate } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { conversationCache } from '../../entities/conversation/conversation-cache.ts'
import { conversationKeys } from '../../entities/conversation/queries.ts'
import { undeliveredList } from '../../entities/conversation/undelivered-queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useTimeZone } from '../../entities/location/queries.ts'
import { DELIVERY_REASON_TEXTS } from '../../entities/message/delivery-texts.ts'
import { useCall } from '../../entities/subscription/use-call.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { errorText } from '../../lib/error-texts.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { lazyOnInteraction } from '../../ui/lazy/lazy-on-interaction.tsx'
import { PagedList } from '../../ui/list/PagedList.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import classes from './UndeliveredScreen.module.css'

const OtherNumberMenu = lazyOnInteraction(async () => (await import('./OtherNumberMenu.tsx')).OtherNumberMenu)

/** Reasons that another sending number cannot fix: they concern the contact's number. */
const ABOUT_CONTACT: readonly DeliveryReason[] = ['opted-out', 'landline', 'invalid-number', 'unreachable']

interface Props {
  onOpen: (sid: string) => void
}

/** Undelivered messages that were not retried or dismissed, each with its reason and what helps. */
export function UndeliveredScreen({ onOpen }: Props) {
  const { t } = useLingui()
  const list = useInfiniteQuery(undeliveredList(useStore(chosenLocation)))

  return (
    <PageLayout title={t`Undelivered`} text={t`Messages that couldn’t be delivered. Retry or dismiss each one.`}>
      <PagedList
        query={list}
        items={({ items }) => items}
        itemKey={({ message }) => message.sid}
        row={(item) => <Row item={item} onOpen={onOpen} />}
        rows={5}
        className={rowClasses.list}
        empty={
          <EmptyState
            icon={<IconMessageCheck size={28} stroke={1.5} />}
            title={t`Everything was delivered`}
            text={t`If a message can’t be delivered, it shows up here with the reason and what you can do.`}
            action={
              <Button size="xs" variant="default" component={Link} to="/conversations">
                <Trans>Back to inbox</Trans>
              </Button>
            }
          />
        }
      />
    </PageLayout>
  )
}

function Row({ item: { message, conversation }, onOpen }: { item: UndeliveredMessage } & Props) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const zone = useTimeZone(conversation.attributes.locationID)
  const call = useCall()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const name = conversation.friendlyName || phoneText(conversation.phoneNumber)
  const reason = message.deliveryError?.reason ?? 'other'
  const taken = (messages: Parameters<ReturnType<typeof conversationCache>['takeMessages']>[1]) => {
    conversationCache(cache).takeMessages(conversation.sid, messages)
    return cache.invalidateQueries({ queryKey: conversationKeys.undelivered })
  }
  const retry = useMutation({
    mutationFn: () => api.messages.retry({ sid: message.sid }),
    onSuccess: ({ data }) => taken([data]),
  })
  const handled = useMutation({
    mutationFn: () => api.undelivered.dismiss({ sids: [message.sid] }),
    onSuccess: ({ data }) => taken(data.messages),
  })
  const failure = retry.error ?? handled.error
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Link to="/conversations/$sid" params={{ sid: conversation.sid }} className={classes.name}>
          {name}
        </Link>
        {name !== phoneText(conversation.phoneNumber) && (
          <span className={classes.soft}>{phoneText(conversation.phoneNumber)}</span>
        )}
        <span className={classes.time}>
          <ShortTime at={message.dateCreated} zone={zone} />
        </span>
      </div>
      <p className={classes.text} dir="auto">
        {message.body || t`An attachment`}
      </p>
      <p className={classes.reason}>
        {i18n._(DELIVERY_REASON_TEXTS[reason])}{' '}
        {!message.deliveryError?.canRetry && (
          <span className={classes.soft}>
            <Trans>Sending it again won’t help.</Trans>
          </span>
        )}
      </p>
      {!isViewingAs && (
        <div className={classes.actions}>
          {message.deliveryError?.canRetry && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRotate size={15} />}
              loading={retry.isPending}
              onClick={() => retry.mutate()}
            >
              <Trans>Retry</Trans>
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            component="a"
            {...call(conversation.phoneNumber)}
            leftSection={<IconPhone size={15} />}
          >
            <Trans>Call</Trans>
          </Button>
          {!ABOUT_CONTACT.includes(reason) && (
            <OtherNumberMenu
              message={message}
              conversation={conversation}
              onOpen={onOpen}
              trigger={(handlers) => (
                <Button size="xs" variant="default" aria-haspopup="menu" {...handlers}>
                  <Trans>Use another number</Trans>
                </Button>
              )}
            />
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCheck size={15} />}
            loading={handled.isPending}
            onClick={() => handled.mutate()}
            aria-label={t`Dismiss: ${name}`}
          >
            <Trans>Dismiss</Trans>
          </Button>
        </div>
      )}
      {failure && (
        <p className={classes.reason} role="alert">
          {errorText(failure)}
        </p>
      )}
    </li>
  )
}
