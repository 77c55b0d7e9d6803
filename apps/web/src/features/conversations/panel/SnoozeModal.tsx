import type { Conversation } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { Radio, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useTimeZone } from '../../../lib/locations.ts'
import { serverInstant } from '../../../lib/server-time.ts'
import { clock, longWeekday } from '../../../lib/time.ts'
import { FormModal } from '../../../ui/FormModal.tsx'
import { conversationCache } from '../conversation-cache.ts'

interface Props {
  conversation: Conversation
  onClose: () => void
}

type Choice = 'later' | 'tomorrow' | 'monday' | 'reply' | 'own'

const AT_NINE = { hour: 9, minute: 0 }

/** Puts the conversation out of the list until a time, by the clocks of its location, or until they reply. */
export function SnoozeModal({ conversation, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const zone = useTimeZone(conversation.attributes.locationID)
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
  const save = async () => {
    const { data } = await api.attention.snooze({ sid: conversation.sid, until: untilOf() })
    conversationCache(cache).take(data)
  }
  return (
    <FormModal
      title={t`Snooze`}
      submitLabel={t`Snooze`}
      save={save}
      onClose={onClose}
      isDisabled={choice === 'own' && (own === '' || isPast)}
    >
      <Radio.Group
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
        aria-label={t`Until when`}
        description={t`It leaves the open list and comes back by itself; a reply brings it back at once.`}
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
