import type { Conversation, Media } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, Suspense, useState } from 'react'
import { contactTimeline } from '../../../entities/contact/timeline.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { LoadingMessages } from '../../../entities/message/LoadingMessages.tsx'
import { phoneText } from '../../../lib/phone-text.ts'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import { LoadMoreFailed } from '../../../ui/list/LoadMoreFailed.tsx'
import { FailedState } from '../../../ui/state/FailedState.tsx'
import { Bubble } from '../messages/Bubble.tsx'
import { DayDivider } from '../messages/DayDivider.tsx'
import classes from '../messages/MessageList.module.css'
import { MessageElements, MessageElementsContext } from '../messages/message-elements.ts'
import { picturesOf, toRows } from '../messages/message-rows.ts'
import { useThreadScroll } from '../messages/use-thread-scroll.ts'

const Lightbox = lazyWithRetry(async () => ({
  default: (await import('../../../entities/message/Lightbox.tsx')).Lightbox,
}))

/** All messages with a contact over all numbers, by time; each change of number is marked. */
export function Timeline({ conversation, zone }: { conversation: Conversation; zone: string }) {
  const { t } = useLingui()
  const locations = useLocations()
  const [shown, setShown] = useState<Media>()
  const timeline = useInfiniteQuery(contactTimeline(conversation.contact.id))
  const pages = timeline.data?.pages ?? []
  const items = pages.toReversed().flatMap((page) => page.items)
  const numbers = new Map(pages[0]?.conversations.map((one) => [one.sid, one]))
  const rows = toRows(items)
  const [elements] = useState(() => new MessageElements())
  const loadOlder = () => {
    if (timeline.hasNextPage && !timeline.isFetchingNextPage && !timeline.isFetchNextPageError) {
      void timeline.fetchNextPage()
    }
  }
  const { scroller, content } = useThreadScroll({
    firstKey: items[0]?.sid,
    lastKey: items.at(-1)?.sid,
    lastIsOwn: false,
    onNearTop: loadOlder,
  })
  if (timeline.isPending) return <LoadingMessages />
  if (timeline.isError && !timeline.data) {
    return <FailedState error={timeline.error} onRetry={() => void timeline.refetch()} />
  }
  const via = (sid: string) => {
    const conversation = numbers.get(sid)
    const place = locations.find(({ id }) => id === conversation?.attributes.locationID)?.name
    return conversation && [phoneText(conversation.tenantPhoneNumber), place].filter(Boolean).join(', ')
  }
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <div ref={scroller} className={classes.scroller} role="log" aria-label={t`Timeline`} tabIndex={0}>
        <div ref={content} className={classes.content}>
          {timeline.hasNextPage && (
            <div className={classes.older} role="status">
              {timeline.isFetchNextPageError ? (
                <LoadMoreFailed onRetry={timeline.fetchNextPage}>
                  <Trans>Couldn’t load older messages. Retry</Trans>
                </LoadMoreFailed>
              ) : (
                <Trans>Loading older messages…</Trans>
              )}
            </div>
          )}
          <MessageElementsContext value={elements}>
            {rows.map((row, at) => (
              <Fragment key={row.message.sid}>
                {row.opensDay && <DayDivider at={row.message.dateCreated} />}
                {(row.opensDay || items[at - 1]?.conversationSid !== row.message.conversationSid) && (
                  <p className={classes.via}>
                    {row.message.conversationSid === conversation.sid ? (
                      <Trans>With {via(row.message.conversationSid)}</Trans>
                    ) : (
                      <Link to="/conversations/$sid" params={{ sid: row.message.conversationSid }}>
                        <Trans>With {via(row.message.conversationSid)}</Trans>
                      </Link>
                    )}
                  </p>
                )}
                <Bubble row={row} zone={zone} isNewest={row === rows.at(-1)} onShow={setShown} />
              </Fragment>
            ))}
          </MessageElementsContext>
        </div>
      </div>
      <Suspense>
        {shown && <Lightbox media={shown} pictures={picturesOf(items)} onClose={() => setShown(undefined)} />}
      </Suspense>
    </div>
  )
}
