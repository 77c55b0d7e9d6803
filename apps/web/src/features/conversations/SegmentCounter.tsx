import { countSegments, MESSAGE_TEXT_MAX, type SendPreview } from '@frontdesk/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import classes from './SegmentCounter.module.css'

/** What carriers ask, in millionths of the currency. */
type Prices = Pick<SendPreview, 'currency' | 'pricePerSegment' | 'pricePerMediaMessage'>

interface Props {
  text: string
  hasMedia?: boolean
  prices?: Prices | undefined
}

/** How many carrier messages the text costs, what that is in money, and what makes it cost more. */
export function SegmentCounter({ text, hasMedia = false, prices }: Props) {
  const { t, i18n } = useLingui()
  const tooLong = text.length - MESSAGE_TEXT_MAX
  if (tooLong > 0) {
    return (
      <span className={classes.root} data-warning role="alert">
        <Plural value={tooLong} one="# character too long" other="# characters too long" />
      </span>
    )
  }
  const { segments, left, encoding } = countSegments(text)
  if (segments === 0) return null
  const price = prices && (hasMedia ? prices.pricePerMediaMessage : segments * prices.pricePerSegment)
  const isUnicode = encoding === 'UCS-2'
  return (
    <span
      className={classes.root}
      data-warning={isUnicode || undefined}
      data-testid="segments"
      title={
        isUnicode
          ? t`An emoji or a special character makes the whole text UCS-2: 70 instead of 160 characters fit into one segment.`
          : undefined
      }
    >
      <Plural value={segments} one="# segment" other="# segments" />
      <span className={classes.more}>
        {' '}
        · <Trans>{left} left</Trans> · {encoding}
      </span>
      {prices && price !== undefined && price > 0 && <> · {money(price, prices.currency, i18n.locale)}</>}
    </span>
  )
}

const money = (millionths: number, currency: string, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 }).format(
    millionths / 1_000_000,
  )
