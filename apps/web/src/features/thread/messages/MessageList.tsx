import type { Conversation, Message } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, Suspense, useState } from 'react'
import { type NumberPair, pairsOf } from '../../../entities/conversation/number-pairs.ts'
import { conversationKeys } from '../../../entities/conversation/queries.ts'
import { useTypingTeammates } from '../../../entities/conversation/typing-teammates.ts'
import { addOlder, fetchOlder, type Thread } from '../../../entities/message/thread-messages.ts'
import { useOutgoing } from '../../../entities/outbox/use-outgoing.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import { LoadMoreFailed } from '../../../ui/list/LoadMoreFailed.tsx'
import { Bubble } from './Bubble.tsx'
import { DayDivider } from './DayDivider.tsx'
import classes from './MessageList.module.css'
import { MessageElements, MessageElementsContext } from './message-elements.ts'
import { type MessageRow, picturesOf, toRows } from './message-rows.ts'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import { SeenBy } from './SeenBy.tsx'
import { UpdateGroup } from './UpdateGroup.tsx'
import { groupUpdates } from './update-groups.ts'
import { useJumpToMessage } from './use-jump-to-message.ts'
import { useThreadScroll } from './use-thread-scroll.ts'

const Lightbox = lazyWithRetry(async () => ({
  default: (await import('../../../entities/message/Lightbox.tsx')).Lightbox,
}))

interface Props {
  conversation: Conversation
  thread: Thread
  zone: string
  /** The index of a message to bring into view. */
  at: number | undefined
}

export function MessageList({ conversation, thread, zone, at }: Props) {
  const { t } = useLingui()
  const me = useMe()
  const cache = useQueryClient()
  const [shown, setShown] = useState<Message['attachedMedia'][number]>()
  const typing = useTypingTeammates(conversation.sid)
  const outgoing = useOutgoing(conversation.sid, thread)
  const rows = toRows(thread.items)
  const newest = thread.items.at(-1)
  const pairs = new Map(pairsOf(conversation).map((pair) => [pair.sid, pair]))
  const changes = changesOfPair(rows)
  const deleted = new Set(thread.items.filter(({ attributes }) => attributes.type === 'update').map(({ sid }) => sid))

  const older = useMutation({
    mutationFn: () => fetchOlder(conversation.sid, thread),
    onSuccess: (page) =>
      cache.setQueryData<Thread>(conversationKeys.thread(conversation.sid), (now) => now && addOlder(now, page)),
  })
  const loadOlder = () => {
    if (thread.hasOlder && !older.isPending && !older.isError) older.mutate()
  }

  const lastOutgoing = outgoing.at(-1)
  const { scroller, content, hasNew, toEnd } = useThreadScroll({
    firstKey: thread.items[0]?.sid,
    lastKey: lastOutgoing?.clientMessageId ?? newest?.sid,
    lastIsOwn: lastOutgoing !== undefined || newest?.authorUserID === me.userId,
    onNearTop: loadOlder,
  })
  const [elements] = useState(() => new MessageElements())
  const jumpTo = useJumpToMessage({ sid: conversation.sid, at, thread, elements })

  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <div ref={scroller} className={classes.scroller} role="log" aria-label={t`Messages`} tabIndex={0}>
        <div ref={content} className={classes.content}>
          {older.isError && (
            <LoadMoreFailed onRetry={older.mutate}>
              <Trans>Couldn’t load older messages. Retry</Trans>
            </LoadMoreFailed>
          )}
          {thread.hasOlder && !older.isError && (
            <div className={classes.older} role="status">
              <Trans>Loading older messages…</Trans>
            </div>
          )}
          {rows.length === 0 && outgoing.length === 0 && (
            <p className={classes.nothing}>
              <Trans>No messages yet. Write the first one below.</Trans>
            </p>
          )}
          <MessageElementsContext value={elements}>
            {groupUpdates(rows).map((group) => {
              const lines = group.map((row) => (
                <Fragment key={row.message.sid}>
                  {row.opensDay && group.length === 1 && <DayDivider at={row.message.dateCreated} />}
                  {pairs.size > 1 && <Via pair={pairs.get(changes.get(row.message.sid) ?? '')} />}
                  <Bubble
                    row={row}
                    zone={zone}
                    isNewest={row.message === newest}
                    onShow={setShown}
                    onJump={jumpTo}
                    deleted={deleted}
                  />
                </Fragment>
              ))
              const [first] = group
              return group.length > 1 && first ? (
                <Fragment key={first.message.sid}>
                  {first.opensDay && <DayDivider at={first.message.dateCreated} />}
                  <UpdateGroup rows={group} zone={zone}>
                    {lines}
                  </UpdateGroup>
                </Fragment>
              ) : (
                lines
              )
            })}
          </MessageElementsContext>
          {outgoing.map((item) => (
            <OutgoingBubble key={item.clientMessageId} outgoing={item} />
          ))}
          {/* Space for one line is reserved for both, so that neither moves the messages. */}
          <div className={classes.foot}>
            <span role="status">
              {typing.length === 1 && <Trans>{typing.join(', ')} is typing…</Trans>}
              {typing.length > 1 && <Trans>{typing.join(', ')} are typing…</Trans>}
            </span>
            {newest && <SeenBy message={newest} />}
          </div>
        </div>
      </div>
      {hasNew && (
        <Button
          className={classes.jump}
          size="xs"
          radius="xl"
          leftSection={<IconArrowDown size={14} />}
          onClick={toEnd}
        >
          <Trans>New messages</Trans>
        </Button>
      )}
      <Suspense>
        {shown && <Lightbox media={shown} pictures={picturesOf(thread.items)} onClose={() => setShown(undefined)} />}
      </Suspense>
    </div>
  )
}

/** The number pair of each message where it changes; notes and updates have none. */
function changesOfPair(rows: readonly MessageRow[]): Map<string, string> {
  const changes = new Map<string, string>()
  let last: string | undefined
  for (const { message } of rows) {
    if (message.attributes.type !== 'text' && message.attributes.type !== 'media') continue
    const via = message.viaSid ?? message.conversationSid
    if (via !== last) changes.set(message.sid, via)
    last = via
  }
  return changes
}

function Via({ pair }: { pair: NumberPair | undefined }) {
  if (!pair) return null
  return (
    <p className={classes.via}>
      <Trans>
        {pair.name} {phoneText(pair.phoneNumber)} with {phoneText(pair.tenantPhoneNumber)}
      </Trans>
    </p>
  )
}
