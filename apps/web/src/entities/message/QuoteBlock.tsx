import type { Quote } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { nameOfNumber } from '../conversation/number-pairs.ts'
import { conversationBySid } from '../conversation/queries.ts'
import classes from './QuoteBlock.module.css'

type Quoted = Pick<Quote, 'author' | 'isOutgoingMessage' | 'text' | 'isDeleted'>

interface TextProps {
  quote: Quoted
  conversationSid: string
}

function QuoteText({ quote, conversationSid }: TextProps) {
  return (
    <>
      <span className={classes.author}>
        {quote.isOutgoingMessage ? quote.author : <ContactName sid={conversationSid} phoneNumber={quote.author} />}
      </span>
      <span className={classes.text} dir="auto">
        {quote.isDeleted ? <Trans>Deleted message</Trans> : quote.text || <Trans>Attachment</Trans>}
      </span>
    </>
  )
}

function ContactName({ sid, phoneNumber }: { sid: string; phoneNumber: string }) {
  return nameOfNumber(useQuery(conversationBySid(sid)).data, phoneNumber)
}

interface BlockProps {
  quote: Quote
  conversationSid: string
  onJump?: ((index: number) => void) | undefined
}

/** The quoted message above a reply; pressing it scrolls there. */
export function QuoteBlock({ quote, conversationSid, onJump }: BlockProps) {
  if (!onJump) {
    return (
      <div className={classes.root}>
        <QuoteText quote={quote} conversationSid={conversationSid} />
      </div>
    )
  }
  return (
    <button type="button" className={classes.root} onClick={() => onJump(quote.index)}>
      <QuoteText quote={quote} conversationSid={conversationSid} />
    </button>
  )
}

/** The quoted message in the composer. */
export function QuoteChip({ onRemove, ...rest }: TextProps & { onRemove: () => void }) {
  const { t } = useLingui()
  return (
    <div className={classes.chip}>
      <div className={classes.root}>
        <QuoteText {...rest} />
        <span className={classes.hint}>
          <Trans>Only your team sees the quote. It isn’t part of the text.</Trans>
        </span>
      </div>
      <CloseButton size="sm" aria-label={t`Remove quote`} onClick={onRemove} />
    </div>
  )
}
