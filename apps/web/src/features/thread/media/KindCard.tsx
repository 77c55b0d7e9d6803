import type { Media, Message, MessageAttributes } from '@frontdesk/contract/api'
import { Suspense } from 'react'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'

export type CardAttributes = Exclude<MessageAttributes, { type: 'text' | 'media' | 'note' | 'update' }>

const KindCardBody = lazyWithRetry(async () => ({ default: (await import('./KindCardBody.tsx')).KindCardBody }))

interface Props {
  message: Message
  attributes: CardAttributes
  zone: string
  onShow: (media: Media) => void
}

/** Calls, bookings, reviews, payments and AI activity; their code is loaded with the first of them. */
export function KindCard(props: Props) {
  return (
    <Suspense fallback={<div style={{ height: 64 }} data-message-sid={props.message.sid} />}>
      <KindCardBody {...props} />
    </Suspense>
  )
}
