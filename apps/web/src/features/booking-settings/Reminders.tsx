import type { BookingConfigs } from '@frontdesk/contract/api'
import { DEFAULT_BOOKING_CONFIGS } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, NumberInput, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import classes from './BookingSettings.module.css'
import { BookingTextField } from './BookingTextField.tsx'
import {
  areRemindersValid,
  freeTime,
  isReminderTime,
  REMINDER_UNITS,
  REMINDERS_MAX,
  type Reminder,
  UNIT_MINUTES,
  unitOf,
} from './reminder-times.ts'
import { useConfigDraft } from './use-config-draft.ts'

/** The texts that are sent before a visit, with how long before. */
export function Reminders({ stored }: { stored: BookingConfigs }) {
  const { t } = useLingui()
  const draft = useConfigDraft('reminders', stored, areRemindersValid)
  const reminders = draft.value
  const change = (index: number, changes: Partial<Reminder>) =>
    draft.change(reminders.map((reminder, i) => (i === index ? { ...reminder, ...changes } : reminder)))
  const add = () =>
    draft.change([
      ...reminders,
      { minutesBefore: freeTime(reminders), text: DEFAULT_BOOKING_CONFIGS.reminders[0]?.text ?? '' },
    ])
  return (
    <PageSection
      title={t`Reminders`}
      text={t`Texts before a visit. Reminders that would go out at night are sent earlier, and never after the visit.`}
    >
      {reminders.length === 0 && (
        <p className={classes.soft} style={{ marginBottom: 8 }}>
          <Trans>No reminders are sent.</Trans>
        </p>
      )}
      <ul className={classes.reminders}>
        {reminders.map((reminder, index) => (
          <ReminderRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a reminder has no identity but its position; its time changes.
            key={index}
            number={index + 1}
            reminder={reminder}
            isTwice={reminders.some(({ minutesBefore }, i) => i !== index && minutesBefore === reminder.minutesBefore)}
            onChange={(changes) => change(index, changes)}
            onRemove={() => draft.change(reminders.filter((_, i) => i !== index))}
            onBlur={draft.flush}
          />
        ))}
      </ul>
      {reminders.length < REMINDERS_MAX && (
        <Button variant="default" size="xs" leftSection={<IconPlus size={15} />} onClick={add}>
          <Trans>Add a reminder</Trans>
        </Button>
      )}
      <div>
        <SaveNote state={draft.state} />
      </div>
    </PageSection>
  )
}

interface RowProps {
  number: number
  reminder: Reminder
  /** Whether another reminder has the same time. */
  isTwice: boolean
  onChange: (changes: Partial<Reminder>) => void
  onRemove: () => void
  onBlur: () => void
}

function ReminderRow({ number, reminder: { minutesBefore, text }, isTwice, onChange, onRemove, onBlur }: RowProps) {
  const { t } = useLingui()
  const [chosenUnit, setChosenUnit] = useState(() => unitOf(minutesBefore))
  // A teammate may have saved a time that the unit does not divide.
  const unit = minutesBefore % UNIT_MINUTES[chosenUnit] === 0 ? chosenUnit : unitOf(minutesBefore)
  const amount = minutesBefore / UNIT_MINUTES[unit]
  const isWrong = !isReminderTime(minutesBefore) || isTwice
  const unitNames = {
    minutes: plural(amount, { one: 'minute', other: 'minutes' }),
    hours: plural(amount, { one: 'hour', other: 'hours' }),
    days: plural(amount, { one: 'day', other: 'days' }),
  }
  return (
    <li className={classes.reminder}>
      <div className={classes.when}>
        <NumberInput
          w={80}
          aria-label={t`Reminder ${number}: how long before`}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          error={isWrong}
          value={amount || ''}
          onChange={(value) => onChange({ minutesBefore: typeof value === 'number' ? value * UNIT_MINUTES[unit] : 0 })}
          onBlur={onBlur}
        />
        <Select
          w={108}
          aria-label={t`Reminder ${number}: unit`}
          allowDeselect={false}
          value={unit}
          onChange={(value) => {
            const next = REMINDER_UNITS.find((each) => each === value) ?? unit
            setChosenUnit(next)
            onChange({ minutesBefore: amount * UNIT_MINUTES[next] })
          }}
          data={REMINDER_UNITS.map((each) => ({ value: each, label: unitNames[each] }))}
        />
        <span className={classes.before}>
          <Trans>before the visit</Trans>
        </span>
        <ActionIcon aria-label={t`Remove reminder ${number}`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      </div>
      {isWrong && (
        <p className={classes.wrong} role="alert">
          {isTwice ? t`Not saved: another reminder has this time.` : t`Not saved: choose 15 minutes to 30 days.`}
        </p>
      )}
      <BookingTextField
        label={t`Text of reminder ${number}`}
        value={text}
        onChange={(next) => onChange({ text: next })}
        onBlur={onBlur}
      />
    </li>
  )
}
