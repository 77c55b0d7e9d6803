import { useLingui } from '@lingui/react/macro'
import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { serverInstant } from '../../lib/server-time.ts'
import { clock, longWeekday, readerZone } from '../../lib/time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { DateTimeInput } from '../../ui/input/DateTimeInput.tsx'

interface Props {
  title: string
  save: (until: string | null) => Promise<unknown>
  onClose: () => void
}

type Choice = 'later' | 'tomorrow' | 'monday' | 'reply' | 'own'

const AT_NINE = { hour: 9, minute: 0 }

/** Hides conversations until a time, by the reader's clock, or until the contact replies. */
export function SnoozeModal({ title, save, onClose }: Props) {
  const { t } = useLingui()
  const [now] = useState(() => Temporal.Instant.from(serverInstant()).toZonedDateTimeISO(readerZone))
  const [choice, setChoice] = useState<Choice>('later')

  const times = {
    later: now.add({ hours: 3 }).round({ smallestUnit: 'minute', roundingIncrement: 15 }),
    tomorrow: now.add({ days: 1 }).withPlainTime(AT_NINE),
    monday: now.add({ days: 8 - now.dayOfWeek }).withPlainTime(AT_NINE),
  }
  const [own, setOwn] = useState(times.tomorrow.toPlainDateTime())
  const text = (time: Temporal.ZonedDateTime) => {
    const instant = time.toInstant().toString()
    return `${longWeekday(instant)}, ${clock(instant)}`
  }
  const untilOf = (): string | null => {
    if (choice === 'reply') return null
    if (choice === 'own') return own.toZonedDateTime(readerZone).toInstant().toString()
    return times[choice].toInstant().toString()
  }
  const isPast = Temporal.PlainDateTime.compare(own, now.toPlainDateTime()) <= 0
  return (
    <FormModal
      title={title}
      submitLabel={t`Snooze`}
      save={() => save(untilOf())}
      onClose={onClose}
      isDisabled={choice === 'own' && isPast}
    >
      <Radio.Group
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
        aria-label={t`Until when`}
        description={t`Hides this conversation until then. If the contact replies, it comes right back.`}
      >
        <Stack gap={10} mt="sm">
          <Radio value="later" label={t`In 3 hours`} description={text(times.later)} data-autofocus />
          <Radio value="tomorrow" label={t`Tomorrow morning`} description={text(times.tomorrow)} />
          {now.dayOfWeek !== 7 && <Radio value="monday" label={t`Next week`} description={text(times.monday)} />}
          <Radio value="reply" label={t`Until they reply`} />
          <Radio value="own" label={t`Pick a date and time`} />
        </Stack>
      </Radio.Group>
      {choice === 'own' && (
        <DateTimeInput
          min={now.toPlainDate()}
          value={own}
          error={isPast && t`Choose a time in the future.`}
          onChange={setOwn}
        />
      )}
    </FormModal>
  )
}
