import type { SendPreview } from '@frontdesk/contract/api'
import { countSegments, MESSAGE_TEXT_MAX } from '@frontdesk/contract/rules'
import { Plural, useLingui } from '@lingui/react/macro'
import { MICRO } from '../../entities/sending/text-cost.ts'
import classes from './SegmentCounter.module.css'

/** The carriers' price, in millionths of the currency. */
type Prices = Pick<SendPreview, 'currency' | 'pricePerSegment'>

interface Props {
  text: string
  hasMedia?: boolean
  prices?: Prices | undefined
}

/** Hidden while a text is one message; then shows how many it is charged as, why, and what that costs. */
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
  const { segments, encoding } = countSegments(text)
  // A message with files is one message, however long its text.
  if (segments < 2 || hasMedia) return null
  const price = prices ? segments * prices.pricePerSegment : 0
  const isUnicode = encoding === 'UCS-2'
  return (
    <span
      className={classes.root}
      data-warning={isUnicode || undefined}
      data-testid="segments"
      title={
        isUnicode
          ? t`With emoji or special characters, 70 characters fit in one message instead of 160.`
          : t`Carriers charge long texts as several messages. Your contact still gets one.`
      }
    >
      {isUnicode ? (
        <Plural
          value={segments}
          one="Emoji or special characters make this # message"
          other="Emoji or special characters make this # messages"
        />
      ) : (
        <Plural value={segments} one="Counts as # message" other="Counts as # messages" />
      )}
      {prices && price > 0 && <> · {money(price, prices.currency, i18n.locale)}</>}
    </span>
  )
}

const money = (millionths: number, currency: string, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 }).format(millionths / MICRO)
