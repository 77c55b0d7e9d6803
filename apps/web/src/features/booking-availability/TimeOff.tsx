import type { HoursException } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import rowClasses from '../../ui/list/Rows.module.css'
import classes from './Availability.module.css'
import { dayRanges, rangeText } from './day-ranges.ts'
import { TimeOffModal } from './TimeOffModal.tsx'

interface Props {
  resourceID: string
  timeZone: string
  /** Days that are off. */
  days: HoursException[]
  /** All days that already have an exception. */
  takenDates: readonly string[]
  onChange: (days: HoursException[]) => void
}

/** Days off, with consecutive days as one period. */
export function TimeOff({ resourceID, timeZone, days, takenDates, onChange }: Props) {
  const { t } = useLingui()
  const [isAdding, setIsAdding] = useState(false)
  const ranges = dayRanges(days)
  return (
    <>
      {ranges.length === 0 && (
        <p className={classes.soft}>
          <Trans>No time off planned.</Trans>
        </p>
      )}
      {ranges.length > 0 && (
        <ul className={rowClasses.list}>
          {ranges.map((range) => {
            const text = rangeText(range)
            return (
              <li key={range.from} className={classes.row}>
                <span className={classes.what}>
                  {text}
                  {range.name && <span className={classes.soft}>{range.name}</span>}
                </span>
                <ActionIcon
                  aria-label={t`Remove time off ${text}`}
                  onClick={() => onChange(days.filter(({ date }) => date < range.from || date > range.until))}
                >
                  <IconTrash size={16} stroke={1.75} />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
      )}
      <Button
        mt="sm"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={15} />}
        onClick={() => setIsAdding(true)}
      >
        <Trans>Add time off</Trans>
      </Button>
      {isAdding && (
        <TimeOffModal
          resourceID={resourceID}
          timeZone={timeZone}
          takenDates={takenDates}
          onAdd={(added) => {
            const dates = new Set(added.map(({ date }) => date))
            onChange([...days.filter(({ date }) => !dates.has(date)), ...added])
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  )
}
