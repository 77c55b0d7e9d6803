import type { OpenSpan } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { TimeSelect } from '../../ui/input/TimeSelect.tsx'
import classes from './Hours.module.css'

type Kind = 'closed' | 'open' | 'all-day'

const ALL_DAY: OpenSpan = { opens: '00:00', closes: '24:00' }
const USUAL: OpenSpan = { opens: '09:00', closes: '17:00' }

const kindOf = (spans: readonly OpenSpan[]): Kind =>
  spans.length === 0
    ? 'closed'
    : spans[0]?.closes === ALL_DAY.closes && spans[0].opens === ALL_DAY.opens
      ? 'all-day'
      : 'open'

interface Props {
  name: string
  /** Replaces the plain name. */
  head?: ReactNode
  spans: OpenSpan[]
  isWrong: boolean
  onChange: (spans: OpenSpan[]) => void
  onCopy?: (() => void) | undefined
}

/** The hours of one day: closed, all day, or spans. */
export function DayRow({ name, head, spans, isWrong, onChange, onCopy }: Props) {
  const { t } = useLingui()
  const kind = kindOf(spans)
  const setKind = (next: Kind) => onChange(next === 'closed' ? [] : next === 'all-day' ? [ALL_DAY] : [USUAL])
  const setSpan = (index: number, changes: Partial<OpenSpan>) =>
    onChange(spans.map((span, i) => (i === index ? { ...span, ...changes } : span)))
  const last = spans.at(-1)
  return (
    <div className={classes.day}>
      <div className={classes.dayName}>{head ?? name}</div>
      <NativeSelect
        aria-label={t`${name}: open or closed`}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as Kind)}
        data={[
          { value: 'open', label: t`Open` },
          { value: 'all-day', label: t`Open all day` },
          { value: 'closed', label: t`Closed` },
        ]}
      />
      <div className={classes.spans}>
        {kind === 'open' &&
          spans.map((span, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity but their position.
            <div key={index} className={classes.span}>
              <TimeSelect
                w={116}
                aria-label={t`${name} opens`}
                value={span.opens}
                onChange={(opens) => setSpan(index, { opens })}
              />
              <span aria-hidden="true">–</span>
              <TimeSelect
                w={116}
                aria-label={t`${name} closes`}
                value={span.closes === '24:00' ? '00:00' : span.closes}
                onChange={(closes) => setSpan(index, { closes })}
              />
              {spans.length > 1 && (
                <ActionIcon
                  aria-label={t`Remove these hours on ${name}`}
                  onClick={() => onChange(spans.filter((_, i) => i !== index))}
                >
                  <IconTrash size={16} stroke={1.75} />
                </ActionIcon>
              )}
              {index === spans.length - 1 && spans.length < 6 && (
                <ActionIcon
                  aria-label={t`Add hours to ${name}`}
                  data-tip={t`Add hours, such as after a lunch break`}
                  data-tip-at="above-left"
                  onClick={() => last && onChange([...spans, { opens: last.closes, closes: '21:00' }])}
                >
                  <IconPlus size={16} stroke={1.75} />
                </ActionIcon>
              )}
            </div>
          ))}
        {isWrong && (
          <p className={classes.wrong} role="alert">
            <Trans>Not saved: hours can’t overlap, and each needs a start and an end.</Trans>
          </p>
        )}
        {onCopy && (
          <Button variant="subtle" size="compact-xs" onClick={onCopy}>
            <Trans>Copy to Tuesday through Friday</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
