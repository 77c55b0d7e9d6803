import { countSegments, MESSAGE_TEXT_MAX } from '@frontdesk/contract'
import { Plural, Trans } from '@lingui/react/macro'
import { Tooltip } from '@mantine/core'
import classes from './SegmentCounter.module.css'

/** How many carrier messages the text costs, and what makes it cost more. */
export function SegmentCounter({ text }: { text: string }) {
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
  const count = (
    <span className={classes.root} data-warning={isUnicode || undefined} data-testid="segments">
      <Plural value={segments} one="# segment" other="# segments" /> · <Trans>{left} left</Trans> · {encoding}
    </span>
  )
  if (!isUnicode) return count
  return (
    <Tooltip
      multiline
      w={260}
      label={
        <Trans>
          An emoji or a special character makes the whole text UCS-2: 70 instead of 160 characters fit into one segment.
        </Trans>
      }
    >
      {count}
    </Tooltip>
  )
}
