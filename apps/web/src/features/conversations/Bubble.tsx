import type { Media } from '@frontdesk/contract'
import { clock, exact } from '../../lib/time.ts'
import classes from './Bubble.module.css'
import { DeliveryState } from './DeliveryState.tsx'
import { KindCard } from './KindCard.tsx'
import { LinkedText } from './LinkedText.tsx'
import { LogLine } from './LogLine.tsx'
import { MediaView } from './MediaView.tsx'
import { MessageMore } from './MessageMore.tsx'
import type { MessageRow } from './message-rows.ts'
import { NoteBubble } from './NoteBubble.tsx'

interface Props {
  row: MessageRow
  zone: string
  isNewest: boolean
  onShow: (media: Media) => void
}

export function Bubble({ row, zone, isNewest, onShow }: Props) {
  const { message, opensGroup, closesGroup } = row
  const { attributes } = message
  if (attributes.type === 'update') return <LogLine message={message} update={attributes.update} zone={zone} />
  if (attributes.type === 'note') {
    return <NoteBubble message={message} note={attributes.note} zone={zone} isNewest={isNewest} />
  }
  if (attributes.type !== 'text' && attributes.type !== 'media') {
    return <KindCard message={message} attributes={attributes} zone={zone} onShow={onShow} />
  }
  const { isOutgoingMessage } = attributes
  return (
    <div
      className={classes.root}
      data-side={isOutgoingMessage ? 'out' : 'in'}
      data-opens={opensGroup || undefined}
      data-message-sid={message.sid}
    >
      {opensGroup && isOutgoingMessage && <span className={classes.author}>{message.author}</span>}
      <div className={classes.line}>
        <div className={classes.content}>
          {message.attachedMedia.map((media) => (
            <MediaView key={media.sid} media={media} onShow={onShow} />
          ))}
          {message.body !== '' && (
            <div className={classes.bubble} title={exact(message.dateCreated, zone)}>
              <LinkedText text={message.body} />
            </div>
          )}
        </div>
        <MessageMore message={message} isNewest={isNewest} />
      </div>
      <div className={classes.meta}>
        {closesGroup && <time dateTime={message.dateCreated}>{clock(message.dateCreated, zone)}</time>}
        {isOutgoingMessage && message.deliveryStatus && (
          <DeliveryState message={message} status={message.deliveryStatus} isLast={closesGroup} />
        )}
      </div>
    </div>
  )
}
