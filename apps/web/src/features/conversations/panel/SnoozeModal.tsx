import { useLingui } from '@lingui/react/macro'
import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { serverInstant } from '../../../lib/server-time.ts'
import { clock, longWeekday } from '../../../lib/time.ts'
import { FormModal } from '../../../ui/FormModal.tsx'

interface Props {
  title: string
  zone: string
  save: (until: string | null) => Promise<unknown>
  onClose: () => void
}

type Choice = 'later' | 'tomorrow' | 'monday' | 'reply' | 'own'

const AT_NINE = { hour: 9, minute: 0 }

/** Out of the list until a time, by the clocks of a zone, or until they reply. */
export function SnoozeModal({ title, zone, save, onClose }: Props) {
  const { t } = useLingui()
  const [now] = useState(() => Temporal.Instant.from(serverInstant()).toZonedDateTimeISO(zone))
  const [choice, setChoice] = useState<Choice>('later')
  const [own, setOwn] = useState('')

  const times = {
    later: now.add({ hours: 3 }).round({ smallestUnit: 'minute', roundingIncrement: 15 }),
    tomorrow: now.add({ days: 1 }).withPlainTime(AT_NINE),
    monday: now.add({ days: 8 - now.dayOfWeek }).withPlainTime(AT_NINE),
  }
  const text = (time: Temporal.ZonedDateTime) => {
    const instant = time.toInstant().toString()
    return `${longWeekday(instant, zone)}, ${clock(instant, zone)}`
  }
  const untilOf = (): string | null => {
    if (choice === 'reply') return null
    if (choice === 'own') return Temporal.PlainDateTime.from(own).toZonedDateTime(zone).toInstant().toString()
    return times[choice].toInstant().toString()
  }
  const isPast =
    own !== '' && Temporal.PlainDateTime.compare(Temporal.PlainDateTime.from(own), now.toPlainDateTime()) <= 0
  return (
    <FormModal
      title={title}
      submitLabel={t`Snooze`}
      save={() => save(untilOf())}
      onClose={onClose}
      isDisabled={choice === 'own' && (own === '' || isPast)}
    >
      <Radio.Group
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
        aria-label={t`Until when`}
        description={t`Out of the open list until then; whoever replies is back at once.`}
      >
        <Stack gap={10} mt="sm">
          <Radio value="later" label={t`In 3 hours`} description={text(times.later)} data-autofocus />
          <Radio value="tomorrow" label={t`Tomorrow morning`} description={text(times.tomorrow)} />
          {now.dayOfWeek !== 7 && <Radio value="monday" label={t`Next week`} description={text(times.monday)} />}
          <Radio value="reply" label={t`Until they reply`} />
          <Radio value="own" label={t`At a time of your own`} />
        </Stack>
      </Radio.Group>
      {choice === 'own' && (
        <TextInput
          type="datetime-local"
          label={t`Time`}
          description={t`By the clocks of ${zone}`}
          min={now.toPlainDateTime().toString({ smallestUnit: 'minute' })}
          value={own}
          error={isPast && t`This time is over already.`}
          onChange={(event) => setOwn(event.currentTarget.value)}
        />
      )}
    </FormModal>
  )
}
