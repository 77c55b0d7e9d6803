import type { Quote } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import { phoneText } from '../../lib/phone-text.ts'
import classes from './QuoteBlock.module.css'

type Quoted = Pick<Quote, 'author' | 'isOutgoingMessage' | 'text' | 'isDeleted'>

function Words({ quote }: { quote: Quoted }) {
  return (
    <>
      <span className={classes.author}>{quote.isOutgoingMessage ? quote.author : phoneText(quote.author)}</span>
      <span className={classes.text} dir="auto">
        {quote.isDeleted ? <Trans>Deleted message</Trans> : quote.text || <Trans>Attachment</Trans>}
      </span>
    </>
  )
}

/** The quoted message above a reply; pressing it scrolls there. */
export function QuoteBlock({ quote, onJump }: { quote: Quote; onJump?: ((index: number) => void) | undefined }) {
  if (!onJump) {
    return (
      <div className={classes.root}>
        <Words quote={quote} />
      </div>
    )
  }
  return (
    <button type="button" className={classes.root} onClick={() => onJump(quote.index)}>
      <Words quote={quote} />
    </button>
  )
}

/** The quoted message in the composer. */
export function QuoteChip({ quote, onRemove }: { quote: Quoted; onRemove: () => void }) {
  const { t } = useLingui()
  return (
    <div className={classes.chip}>
      <div className={classes.root}>
        <Words quote={quote} />
        <span className={classes.hint}>
          <Trans>Only your team sees the quote. It isn’t part of the text.</Trans>
        </span>
      </div>
      <CloseButton size="sm" aria-label={t`Remove quote`} onClick={onRemove} />
    </div>
  )
}
