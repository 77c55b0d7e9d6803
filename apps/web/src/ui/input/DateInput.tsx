import { FIRST_WEEKDAY } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { useWindowEvent } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { fullDate } from '../../lib/time.ts'
import { readDate } from './read-date.ts'

interface Props
  extends Pick<TextInputProps, 'label' | 'aria-label' | 'description' | 'error' | 'required' | 'placeholder' | 'w'> {
  /** YYYY-MM-DD, or empty. */
  value: string
  onChange: (date: string) => void
  min?: string | undefined
  max?: string | undefined
  /** Whether the date may be deleted. */
  isClearable?: boolean
}

/** Formats a calendar day, which is the same in every zone. */
const dateText = (date: string) => (date ? fullDate(`${date}T12:00:00Z`, 'UTC') : '')

const stop = (event: SyntheticEvent) => event.stopPropagation()

/** A day, typed or picked from the calendar behind the button. Text that is not an allowed date changes nothing. */
export function DateInput({ value, onChange, min, max, isClearable = false, ...field }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const name = field.label ?? field['aria-label']
  const isAllowed = (date: string) => (!min || date >= min) && (!max || date <= max)
  const type = (text: string) => {
    setTyped(text)
    if (text.trim() === '' && isClearable) onChange('')
    const date = readDate(text, Temporal.Now.plainDateISO(), max ? Temporal.PlainDate.from(max).year : undefined)
    if (date && isAllowed(date)) onChange(date)
  }
  // On window, before a surrounding panel, which also listens in the capture phase.
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isOpen || event.key !== 'Escape') return
      event.stopPropagation()
      setIsOpen(false)
    },
    { capture: true },
  )
  return (
    <TextInput
      {...field}
      withAsterisk={false}
      placeholder={field.placeholder ?? t`MM/DD/YYYY`}
      autoComplete="off"
      value={typed ?? dateText(value)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      rightSection={
        <Popover
          opened={isOpen}
          onChange={setIsOpen}
          position="bottom-end"
          shadow="md"
          trapFocus
          returnFocus
          withinPortal
        >
          <Popover.Target>
            <ActionIcon size={28} aria-label={t`Choose from the calendar: ${name}`} onClick={() => setIsOpen(!isOpen)}>
              <IconCalendar size={16} stroke={1.75} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown
            aria-label={t`Calendar`}
            // A surrounding panel would take a press in the portal for one outside, and close.
            onMouseDown={stop}
            onTouchStart={stop}
            data-mantine-stop-propagation
          >
            <DatePicker
              value={value || null}
              defaultDate={value || min}
              onChange={(date) => {
                if (date) onChange(date)
                setIsOpen(false)
              }}
              {...(min && { minDate: min })}
              {...(max && { maxDate: max })}
              firstDayOfWeek={FIRST_WEEKDAY}
              weekendDays={[]}
              ariaLabels={{ previousMonth: t`Previous month`, nextMonth: t`Next month` }}
              // Makes a surrounding dialog leave Escape to the calendar.
              __stopPropagation
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
