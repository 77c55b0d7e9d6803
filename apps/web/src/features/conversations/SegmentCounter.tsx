import { countSegments, MESSAGE_TEXT_MAX } from '@frontdesk/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import classes from './SegmentCounter.module.css'

/** How many carrier messages the text costs, and what makes it cost more. */
export function SegmentCounter({ text }: { text: string }) {
  const { t } = useLingui()
  const { segments, left, encoding } = countSegments(text)
  if (segments === 0) return null
  const isUnicode = encoding === 'UCS-2'
  const tooLong = text.length - MESSAGE_TEXT_MAX

  if (tooLong > 0) {
    return (
      <span className={classes.root} data-warning role="alert">
        <Plural value={tooLong} one="# character too long" other="# characters too long" />
      </span>
    )
  }
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
      <Plural value={segments} one="# segment" other="# segments" /> · <Trans>{left} left</Trans> · {encoding}
    </span>
  )
}
