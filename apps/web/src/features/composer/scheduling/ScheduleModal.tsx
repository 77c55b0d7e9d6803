import type { Conversation, ScheduledMessage, Translation } from '@frontdesk/contract/api'
import { isBlank, MESSAGE_TEXT_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Upload } from '../../../entities/draft/drafts.ts'
import { GATE_REASON_TEXTS } from '../../../entities/message/delivery-texts.ts'
import { sendPreviewQuery, takeScheduled } from '../../../entities/message/scheduled-messages.ts'
import { api } from '../../../lib/api.ts'
import { nextMondayAt9, tomorrowAt9 } from '../../../lib/preset-times.ts'
import { serverNow } from '../../../lib/server-time.ts'
import { isOtherClock, momentIn, readerZone, zoneName } from '../../../lib/time.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'
import { DateTimeInput } from '../../../ui/input/DateTimeInput.tsx'
import { SegmentCounter } from '../SegmentCounter.tsx'

interface Props {
  conversation: Conversation
  /** The location's time zone. */
  zone: string
  viaSid?: string | undefined
  quotedSid?: string | undefined
  /** The message to change; absent for a new one. */
  scheduled?: ScheduledMessage
  text?: string
  /** The original of `text`, if it is translated. */
  translation?: Translation | undefined
  uploads?: readonly Upload[]
  onScheduled?: () => void
  onClose: () => void
}

/** Chooses the time to send a message, in the contact's time zone or the reader's. */
export function ScheduleModal({
  conversation,
  zone,
  viaSid,
  quotedSid,
  scheduled,
  text = '',
  translation = scheduled?.translation,
  uploads = [],
  onScheduled,
  onClose,
}: Props) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const via = scheduled ? (scheduled.viaSid ?? (conversation.merged && conversation.sid)) : viaSid
  const gate = useQuery(sendPreviewQuery(conversation, via)).data
  const theirs = gate?.timeZone ?? scheduled?.timeZone ?? zone
  const [clientMessageId] = useState(() => crypto.randomUUID())
  const [isTheirTime, setIsTheirTime] = useState(true)
  const [initial] = useState(() => ({
    body: scheduled?.body ?? text,
    time:
      scheduled && scheduled.state !== 'stopped'
        ? Temporal.Instant.from(scheduled.sendAt).toZonedDateTimeISO(theirs).toPlainDateTime()
        : tomorrowAt9(Temporal.Now.zonedDateTimeISO(theirs)),
  }))
  const form = useApiForm({
    initial,
    save: async ({ body }) => {
      const { data } = scheduled
        ? await api.scheduledMessages.update({ sid: scheduled.sid, text: body, sendAt, version: scheduled.version })
        : await api.scheduledMessages.create({
            conversationSid: sid,
            text: body,
            attachments: attachments.map((file) => file.sid),
            clientMessageId,
            sendAt,
            viaSid,
            quotedSid,
            translation: body === text ? translation : undefined,
          })
      takeScheduled(cache, data)
      onScheduled?.()
    },
  })
  const { body, time } = form.values
  const inZone = isTheirTime ? theirs : readerZone
  const sendAt = time.toZonedDateTime(inZone).toInstant().toString({ smallestUnit: 'millisecond' })
  const isPast = Date.parse(sendAt) <= serverNow()
  const { sid } = conversation
  const later = useQuery({
    queryKey: ['send-preview', sid, 'at', sendAt, via],
    queryFn: async ({ signal }) =>
      (await api.sending.preview({ conversationSid: sid, sendAt, viaSid: via }, { signal })).data,
    enabled: !isPast,
    staleTime: 60_000,
  }).data

  const switchZone = (toTheirs: boolean) => {
    form.set(
      'time',
      Temporal.Instant.from(sendAt)
        .toZonedDateTimeISO(toTheirs ? theirs : readerZone)
        .toPlainDateTime(),
    )
    setIsTheirTime(toTheirs)
  }
  const attachments = scheduled?.attachedMedia ?? uploads.flatMap(({ stored }) => stored ?? [])
  const now = Temporal.Instant.fromEpochMilliseconds(serverNow()).toZonedDateTimeISO(inZone)
  const tomorrow = tomorrowAt9(now)
  const monday = nextMondayAt9(now)
  const presets: [string, Temporal.PlainDateTime][] = [
    [t`In an hour`, now.add({ hours: 1 }).toPlainDateTime().round('minute')],
    [t`Tomorrow 9 AM`, tomorrow],
  ]
  if (!monday.equals(tomorrow)) presets.push([t`Monday 9 AM`, monday])
  return (
    <FormModal
      title={scheduled ? t`Edit scheduled message` : t`Schedule message`}
      submitLabel={scheduled ? t`Save` : t`Schedule`}
      form={form}
      onClose={onClose}
      isDisabled={
        isPast ||
        later?.verdict === 'refuse' ||
        body.length > MESSAGE_TEXT_MAX ||
        (isBlank(body) && attachments.length === 0)
      }
    >
      <Textarea label={t`Message`} dir="auto" autosize minRows={2} maxRows={8} data-autofocus {...form.text('body')} />
      {translation && body === (scheduled?.body ?? text) && (
        <Text size="xs" c="dimmed" dir="auto" lang={translation.textLanguage}>
          <Trans>Original: {translation.text}</Trans>
        </Text>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {attachments.map((file) => file.filename).join(', ')}
        </Text>
        <SegmentCounter text={body} hasMedia={attachments.length > 0} prices={gate} />
      </Group>
      <Group gap="xs">
        {presets.map(([label, at]) => (
          <Button key={label} size="compact-sm" variant="default" onClick={() => form.set('time', at)}>
            {label}
          </Button>
        ))}
      </Group>
      <DateTimeInput {...form.control('time')} />
      {isOtherClock(sendAt, theirs) && (
        <SegmentedControl
          aria-label={t`Time zone`}
          size="xs"
          value={isTheirTime ? 'theirs' : 'ours'}
          onChange={(value) => switchZone(value === 'theirs')}
          data={[
            { value: 'theirs', label: t`Their time (${zoneName(theirs)})` },
            { value: 'ours', label: t`Your time (${zoneName(readerZone)})` },
          ]}
        />
      )}
      <div role="status">
        {isPast ? (
          <Text size="sm" c="var(--fd-danger)">
            <Trans>Choose a time in the future.</Trans>
          </Text>
        ) : (
          <Text size="sm">
            <Trans>Sends {momentIn(sendAt, theirs)}</Trans>
          </Text>
        )}
        {!isPast && later?.verdict === 'hold' && later.opensAt && (
          <Text size="sm" c="var(--fd-warning)">
            <Trans>That’s during their quiet hours, so we’ll hold it until {momentIn(later.opensAt, theirs)}.</Trans>
          </Text>
        )}
        {!isPast && later?.verdict === 'refuse' && (
          <Text size="sm" c="var(--fd-danger)">
            {later.reasons.map((reason) => i18n._(GATE_REASON_TEXTS[reason])).join(' ')}
          </Text>
        )}
      </div>
    </FormModal>
  )
}
