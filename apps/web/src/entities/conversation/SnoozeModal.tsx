import { useLingui } from '@lingui/react/macro'
import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { serverInstant } from '../../lib/server-time.ts'
import { clock, longWeekday, readerZone } from '../../lib/time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { DateTimeInput } from '../../ui/input/DateTimeInput.tsx'

interface Props {
  title: string
  save: (until: string | null) => Promise<unknown>
  onClose: () => void
}

type Choice = 'later' | 'tomorrow' | 'monday' | 'reply' | 'custom'

const AT_NINE = { hour: 9, minute: 0 }

/** Hides conversations until a time, by the reader's clock, or until the contact replies. */
export function SnoozeModal({ title, save, onClose }: Props) {
  const { t } = useLingui()
  const [now] = useState(() => Temporal.Instant.from(serverInstant()).toZonedDateTimeISO(readerZone))

  const times = {
    later: now.add({ hours: 3 }).round({ smallestUnit: 'minute', roundingIncrement: 15 }),
    tomorrow: now.add({ days: 1 }).withPlainTime(AT_NINE),
    monday: now.add({ days: 8 - now.dayOfWeek }).withPlainTime(AT_NINE),
  }
  const text = (time: Temporal.ZonedDateTime) => {
    const instant = time.toInstant().toString()
    return `${longWeekday(instant)}, ${clock(instant)}`
  }
  const form = useApiForm<{ choice: Choice; time: Temporal.PlainDateTime }>({
    initial: { choice: 'later', time: times.tomorrow.toPlainDateTime() },
    save: ({ choice, time }) => {
      if (choice === 'reply') return save(null)
      const until = choice === 'custom' ? time.toZonedDateTime(readerZone) : times[choice]
      return save(until.toInstant().toString())
    },
  })
  const { choice, time } = form.values
  const isPast = Temporal.PlainDateTime.compare(time, now.toPlainDateTime()) <= 0
  return (
    <FormModal
      asksToDiscard={false}
      title={title}
      submitLabel={t`Snooze`}
      form={form}
      onClose={onClose}
      isDisabled={choice === 'custom' && isPast}
    >
      <Radio.Group
        value={choice}
        onChange={(value) => form.set('choice', value as Choice)}
        aria-label={t`Until when`}
        description={t`Hides this conversation until then. If the contact replies, it comes right back.`}
      >
        <Stack gap={10} mt="sm">
          <Radio value="later" label={t`In 3 hours`} description={text(times.later)} data-autofocus />
          <Radio value="tomorrow" label={t`Tomorrow morning`} description={text(times.tomorrow)} />
          {now.dayOfWeek !== 7 && <Radio value="monday" label={t`Next week`} description={text(times.monday)} />}
          <Radio value="reply" label={t`Until they reply`} />
          <Radio value="custom" label={t`Pick a date and time`} />
        </Stack>
      </Radio.Group>
      {choice === 'custom' && (
        <DateTimeInput
          min={now.toPlainDate()}
          {...form.control('time')}
          error={isPast && t`Choose a time in the future.`}
        />
      )}
    </FormModal>
  )
}
