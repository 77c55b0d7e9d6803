import type { Media } from '@frontdesk/contract'
import { clock, exact } from '../../lib/time.ts'
import classes from './Bubble.module.css'
import { DeliveryState } from './DeliveryState.tsx'
import { LinkedText } from './LinkedText.tsx'
import { LogLine } from './LogLine.tsx'
import { MediaView } from './MediaView.tsx'
import type { MessageRow } from './message-rows.ts'

interface Props {
  row: MessageRow
  zone: string
  onShow: (media: Media) => void
}

export function Bubble({ row, zone, onShow }: Props) {
  const { message, opensGroup, closesGroup } = row
  const { isOutgoingMessage, update } = message.attributes
  if (update) return <LogLine message={message} update={update} zone={zone} />
  return (
    <div
      className={classes.root}
      data-side={isOutgoingMessage ? 'out' : 'in'}
      data-opens={opensGroup || undefined}
      data-message-sid={message.sid}
    >
      {opensGroup && isOutgoingMessage && <span className={classes.author}>{message.author}</span>}
      {message.attachedMedia.map((media) => (
        <MediaView key={media.sid} media={media} onShow={onShow} />
      ))}
      {message.body !== '' && (
        <div className={classes.bubble} title={exact(message.dateCreated, zone)}>
          <LinkedText text={message.body} />
        </div>
      )}
      <div className={classes.meta}>
        {closesGroup && <time dateTime={message.dateCreated}>{clock(message.dateCreated, zone)}</time>}
        {isOutgoingMessage && message.deliveryStatus && (
          <DeliveryState message={message} status={message.deliveryStatus} isLast={closesGroup} />
        )}
      </div>
    </div>
  )
}
