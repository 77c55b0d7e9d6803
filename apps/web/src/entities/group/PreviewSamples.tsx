import type { GroupSendPreview } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { phoneText } from '../../lib/phone-text.ts'
import classes from './Group.module.css'

type Sample = GroupSendPreview['samples'][number]

/** Shows the recipients of a preview one at a time. Returns the one that is shown, and the line that names them. */
export function usePreviewSamples(samples: readonly Sample[]) {
  const [chosen, setChosen] = useState(0)
  const index = Math.min(chosen, samples.length - 1)
  const sample = samples[index]
  return {
    sample,
    recipient: sample && <Recipient sample={sample} index={index} count={samples.length} onIndex={setChosen} />,
  }
}

interface Props {
  sample: Sample
  index: number
  count: number
  onIndex: (index: number) => void
}

function Recipient({ sample, index, count, onIndex }: Props) {
  const { t, i18n } = useLingui()
  const name = (
    <span className={classes.recipient} aria-live="polite">
      <Trans>{sample.name || phoneText(sample.phone)} gets:</Trans>
    </span>
  )
  if (count === 1) return name
  const step = (by: number, label: string, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={label}
      onClick={() => onIndex((index + by + count) % count)}
    >
      <Icon size={16} />
    </ActionIcon>
  )
  return (
    <span className={classes.recipients}>
      {step(-1, t`Previous person`, IconChevronLeft)}
      {name}
      {step(1, t`Next person`, IconChevronRight)}
      <span className={classes.position}>
        <Trans>
          {i18n.number(index + 1)} of {i18n.number(count)}
        </Trans>
      </span>
    </span>
  )
}
