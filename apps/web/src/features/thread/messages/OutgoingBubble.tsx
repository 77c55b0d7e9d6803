import { toSid } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { composerFocus } from '../../../entities/draft/composer-focus.ts'
import { MediaView } from '../../../entities/message/media/MediaView.tsx'
import { QuoteBlock } from '../../../entities/message/QuoteBlock.tsx'
import type { Outgoing } from '../../../entities/outbox/outbox.ts'
import { refusalText } from '../../../entities/outbox/refusal-text.ts'
import { outbox } from '../../../entities/outbox/send-message.ts'
import { undoSend, writeAgain } from '../../../entities/outbox/undo-send.ts'
import { serverNow } from '../../../lib/server-time.ts'
import { clock } from '../../../lib/time.ts'
import { TextButton } from '../../../ui/text/TextButton.tsx'
import classes from './Bubble.module.css'
import { BubbleText } from './BubbleText.tsx'
import delivery from './DeliveryState.module.css'
import { isOnlyEmoji } from './only-emoji.ts'
import { TranslationLines } from './TranslationLines.tsx'

/** A message of ours that the server has not confirmed yet. */
export function OutgoingBubble({ outgoing }: { outgoing: Outgoing }) {
  // By the server's clock, which will date it.
  const createdAt = new Date(serverNow(Date.parse(outgoing.createdAt))).toISOString()
  return (
    <div className={classes.root} data-side="out" data-opens data-message-sid={toSid('IM', outgoing.clientMessageId)}>
      {outgoing.quote && <QuoteBlock quote={outgoing.quote} conversationSid={outgoing.conversationSid} />}
      {outgoing.attachments.map((file) => (
        <MediaView
          key={file.sid}
          media={{ ...file, state: 'stored' }}
          onShow={() => window.open(file.url, '_blank', 'noopener')}
        />
      ))}
      {outgoing.text !== '' && (
        <div className={classes.bubble} dir="auto" data-emoji={isOnlyEmoji(outgoing.text) || undefined}>
          <BubbleText text={outgoing.text} />
          {outgoing.translation && <TranslationLines translation={outgoing.translation} isOutgoing />}
        </div>
      )}
      <div className={classes.meta}>
        <time dateTime={createdAt}>{clock(createdAt)}</time>
        <State outgoing={outgoing} />
      </div>
    </div>
  )
}

/** Counts down the seconds in which sending can be undone. */
function Undo({ outgoing }: { outgoing: Outgoing }) {
  const until = Date.parse(outgoing.undoUntil ?? '')
  const [left, setLeft] = useState(() => Math.ceil((until - Date.now()) / 1000))
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.ceil((until - Date.now()) / 1000)), 250)
    return () => clearInterval(timer)
  }, [until])
  if (left <= 0) {
    return (
      <span className={delivery.sending} data-delivery="sending">
        <Trans>Sending…</Trans>
      </span>
    )
  }
  return (
    <>
      <span data-delivery="undoable">
        <Trans>Sends in {left} s</Trans>
      </span>
      <TextButton onClick={() => void undoSend(outgoing)}>
        <Trans>Undo</Trans>
      </TextButton>
    </>
  )
}

function State({ outgoing }: { outgoing: Outgoing }) {
  const { clientMessageId, conversationSid, state } = outgoing
  const remove = (
    <TextButton onClick={() => outbox.remove(clientMessageId)}>
      <Trans>Remove</Trans>
    </TextButton>
  )
  if (state === 'sending') {
    return (
      <span className={delivery.sending} data-delivery="sending">
        <Trans>Sending…</Trans>
      </span>
    )
  }
  if (state === 'waiting') {
    return (
      <>
        <span data-delivery="waiting">
          <Trans>Queued. It sends when you’re back online.</Trans>
        </span>
        {remove}
      </>
    )
  }
  if (state === 'ask') {
    return (
      <>
        <span data-delivery="ask">
          <Trans>Not sent: this is more than an hour old. Send it anyway?</Trans>
        </span>
        <TextButton onClick={() => outbox.confirm(clientMessageId)}>
          <Trans>Send now</Trans>
        </TextButton>
        {remove}
      </>
    )
  }
  const edit = () => {
    writeAgain(outgoing)
    outbox.remove(clientMessageId)
    composerFocus.request(conversationSid)
  }
  if (state === 'undoable') return <Undo outgoing={outgoing} />
  if (state === 'stale') {
    const [answer] = outgoing.answers?.slice(-1) ?? []
    return (
      <span className={classes.refused} role="alert" data-delivery="stale">
        <span>
          <Trans>
            Not sent: {answer?.author} already replied: “<bdi>{answer?.body}</bdi>”
          </Trans>
        </span>
        <span className={classes.actions}>
          <TextButton onClick={() => outbox.confirm(clientMessageId)}>
            <Trans>Send anyway</Trans>
          </TextButton>
          <TextButton onClick={edit}>
            <Trans>Edit</Trans>
          </TextButton>
          {remove}
        </span>
      </span>
    )
  }
  return (
    <span className={classes.refused} role="alert" data-delivery="refused">
      <span>{refusalText(outgoing)}</span>
      <span className={classes.actions}>
        <TextButton onClick={edit}>
          <Trans>Edit</Trans>
        </TextButton>
        {remove}
      </span>
    </span>
  )
}
