import type { LogUpdate } from '@frontdesk/contract/api'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { conversationBySid } from '../../../entities/conversation/queries.ts'
import { useUpdateText } from '../../../entities/message/update-text.ts'
import { clock, exact } from '../../../lib/time.ts'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import classes from './Bubble.module.css'
import { useMessageRef } from './message-elements.ts'
import type { MessageRow } from './message-rows.ts'

const UnmergeButton = lazyWithRetry(async () => ({
  default: (await import('../../../entities/conversation/MergedNumbers.tsx')).UnmergeButton,
}))

/** An update as one line between the messages: the change, its author and time. */
export function UpdateMessage({ row, update, zone }: { row: MessageRow; update: LogUpdate; zone: string }) {
  const { message, isLatestMerge } = row
  const text = useUpdateText()(update, message.author)
  return (
    <p ref={useMessageRef(message.sid)} className={classes.update} data-message-sid={message.sid}>
      {text}{' '}
      {isLatestMerge && update.mergedSid && <MergedAction sid={message.conversationSid} mergedSid={update.mergedSid} />}{' '}
      <time title={exact(message.dateCreated, zone)}>{clock(message.dateCreated)}</time>
      {update.note && <q className={classes.updateNote}>{update.note}</q>}
    </p>
  )
}

function MergedAction({ sid, mergedSid }: { sid: string; mergedSid: string }) {
  const { data: conversation } = useQuery(conversationBySid(sid))
  if (conversation?.sid !== sid || !conversation.merged) return null
  return (
    <Suspense>
      <UnmergeButton conversation={conversation} mergedSid={mergedSid} />
    </Suspense>
  )
}
