import type { Media } from '@frontdesk/contract/api'
import { hasMaskedCard, SHORT_LINK_PATH } from '@frontdesk/contract/rules'
import { Suspense } from 'react'
import { MediaView } from '../../../entities/message/media/MediaView.tsx'
import { QuoteBlock } from '../../../entities/message/QuoteBlock.tsx'
import { clock, exact } from '../../../lib/time.ts'
import { lazyWithRetry } from '../../../ui/lazy/lazy-with-retry.ts'
import { KindCard } from '../media/KindCard.tsx'
import classes from './Bubble.module.css'
import { BubbleText } from './BubbleText.tsx'
import { DeliveryState } from './DeliveryState.tsx'
import { MessageMore } from './MessageMore.tsx'
import { useMessageRef } from './message-elements.ts'
import type { MessageRow } from './message-rows.ts'
import { NoteBubble } from './NoteBubble.tsx'
import { isOnlyEmoji } from './only-emoji.ts'
import { ReactionLine, Reactions } from './Reactions.tsx'
import { TranslationLines } from './TranslationLines.tsx'
import { UpdateMessage } from './UpdateMessage.tsx'

const ShortLinkClicks = lazyWithRetry(async () => ({
  default: (await import('./ShortLinkClicks.tsx')).ShortLinkClicks,
}))
const CardRemovedNote = lazyWithRetry(async () => ({
  default: (await import('./CardRemovedNote.tsx')).CardRemovedNote,
}))
const LinkPreviewCard = lazyWithRetry(async () => ({
  default: (await import('./LinkPreviewCard.tsx')).LinkPreviewCard,
}))

interface Props {
  row: MessageRow
  zone: string
  isNewest: boolean
  onShow: (media: Media) => void
  /** Scrolls to the message of an index in this thread. */
  onJump?: (index: number) => void
  /** The quoted message has been deleted since. */
  deleted?: ReadonlySet<string>
}

export function Bubble({ row, zone, isNewest, onShow, onJump, deleted }: Props) {
  const { message, opensGroup, closesGroup } = row
  const { attributes } = message
  const messageRef = useMessageRef(message.sid)
  if (attributes.type === 'update') return <UpdateMessage row={row} update={attributes.update} zone={zone} />
  if (attributes.type === 'note') {
    return <NoteBubble message={message} note={attributes.note} zone={zone} isNewest={isNewest} />
  }
  if (attributes.type !== 'text' && attributes.type !== 'media') {
    return <KindCard message={message} attributes={attributes} zone={zone} onShow={onShow} />
  }
  const { isOutgoingMessage, reaction, reactions = [], quote, linkPreview, translation } = attributes
  if (reaction) return <ReactionLine message={message} reaction={reaction} zone={zone} />
  return (
    <div
      className={classes.root}
      data-side={isOutgoingMessage ? 'out' : 'in'}
      data-opens={opensGroup || undefined}
      ref={messageRef}
      data-message-sid={message.sid}
    >
      {opensGroup && isOutgoingMessage && <span className={classes.author}>{message.author}</span>}
      <div className={classes.line}>
        <div className={classes.content}>
          {quote && (
            <QuoteBlock
              quote={deleted?.has(quote.sid) ? { ...quote, text: '', isDeleted: true } : quote}
              conversationSid={message.conversationSid}
              onJump={onJump}
            />
          )}
          {message.attachedMedia.map((media) => (
            <MediaView key={media.sid} media={media} onShow={onShow} />
          ))}
          {message.body !== '' && (
            <div
              className={classes.bubble}
              dir="auto"
              data-emoji={isOnlyEmoji(message.body) || undefined}
              title={exact(message.dateCreated, zone)}
            >
              {translation ? (
                <>
                  <div dir="auto" lang={translation.language}>
                    <BubbleText text={message.body} />
                  </div>
                  <TranslationLines translation={translation} isOutgoing={isOutgoingMessage} />
                </>
              ) : (
                <BubbleText text={message.body} />
              )}
            </div>
          )}
          {hasMaskedCard(message.body) && (
            <Suspense>
              <CardRemovedNote conversationSid={message.conversationSid} />
            </Suspense>
          )}
          {linkPreview && (
            <Suspense>
              <LinkPreviewCard preview={linkPreview} />
            </Suspense>
          )}
          {reactions.length > 0 && <Reactions reactions={reactions} />}
        </div>
        <MessageMore message={message} isNewest={isNewest} />
      </div>
      <div className={classes.meta}>
        {isOutgoingMessage && message.body.includes(SHORT_LINK_PATH) && (
          <Suspense>
            <ShortLinkClicks conversationSid={message.conversationSid} text={message.body} />
          </Suspense>
        )}
        {closesGroup && <time dateTime={message.dateCreated}>{clock(message.dateCreated)}</time>}
        {isOutgoingMessage && message.deliveryStatus && (
          <DeliveryState message={message} status={message.deliveryStatus} isLast={closesGroup} />
        )}
      </div>
    </div>
  )
}
