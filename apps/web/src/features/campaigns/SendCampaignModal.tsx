import type { Campaign, GroupSendPreview } from '@frontdesk/contract/api'
import { isBlank, isCampaignEditable } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type CampaignTiming,
  campaignApprovalLimit,
  campaignPreflight,
  campaignPreview,
} from '../../entities/campaign/preview-queries.ts'
import { applyCampaign, campaignById } from '../../entities/campaign/queries.ts'
import { SendPreviewText } from '../../entities/group/SendPreviewText.tsx'
import { api } from '../../lib/api.ts'
import { tomorrowAt9 } from '../../lib/preset-times.ts'
import { serverInstant, serverNow } from '../../lib/server-time.ts'
import { isOtherClock, moment, momentIn, zoneName } from '../../lib/time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { DateTimeInput } from '../../ui/input/DateTimeInput.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { CampaignPreflight } from './CampaignPreflight.tsx'
import { useCampaignZone } from './use-campaign-zone.ts'

const WHEN = ['now', 'later', 'local'] as const
type When = (typeof WHEN)[number]
const SPREAD_HOURS = [1, 2, 4, 8, 24, 72]

interface Props {
  id: string
  /** It is being sent. */
  onStarted: (id: string) => void
  onClose: () => void
}

/** Sends a saved campaign now, or schedules it. */
export function SendCampaignModal({ id, ...rest }: Props) {
  const { data: campaign } = useQuery(campaignById(id))
  return campaign ? <SendForm campaign={campaign} {...rest} /> : null
}

function SendForm({ campaign, onStarted, onClose }: Omit<Props, 'id'> & { campaign: Campaign }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const zone = useCampaignZone(campaign.locationID)
  const preview = useQuery(campaignPreview(campaign))
  const [initial] = useState(() => ({
    when: 'now' as When,
    spread: '0',
    time: tomorrowAt9(Temporal.Instant.from(serverInstant()).toZonedDateTimeISO(zone)),
  }))
  const isStarted = useRef(false)
  const form = useApiForm({
    initial,
    save: async ({ when, spread, time }) => {
      const { id, version } = campaign
      const { data } = await api.campaigns.start({ id, version, ...timingOf({ when, spread, time }, zone) })
      await applyCampaign(cache, data)
      isStarted.current = true
    },
    // Shows what would be sent now, before the teammate decides again.
    onConflict: async () => {
      await cache.invalidateQueries({ queryKey: campaignById(campaign.id).queryKey })
      return undefined
    },
  })
  const { when, time } = form.values
  const isLater = when !== 'now'
  const sendAt = time.toZonedDateTime(zone).toInstant().toString({ smallestUnit: 'millisecond' })
  const isPast = isLater && Date.parse(sendAt) <= serverNow()
  const reason = useBlockingReason(campaign, preview.data, isLater)
  const preflight = useQuery({
    ...campaignPreflight(campaign, timingOf(form.values, zone)),
    enabled: !isPast && reason === null,
  })
  const approval = useQuery({ ...campaignApprovalLimit(campaign), enabled: reason === null })
  const approvalAbove = approval.data ?? null
  const sendLabel = useSubmitLabel(preview.data, isLater)
  return (
    <FormModal
      title={t`Send ${campaign.name}`}
      submitLabel={approvalAbove === null ? sendLabel : t`Ask for approval`}
      form={form}
      onClose={() => (isStarted.current ? onStarted(campaign.id) : onClose())}
      // The campaign can be sent even if counting its audience timed out.
      isDisabled={isPast || reason !== null || preview.isPending || approval.isLoading}
    >
      <Radio.Group
        label={t`When`}
        value={when}
        onChange={(value) => form.set('when', WHEN.find((each) => each === value) ?? 'now')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="now" label={t`Now`} data-autofocus />
          <Radio value="later" label={t`At a date and time`} />
          <Radio
            value="local"
            label={t`At each contact’s own time`}
            description={t`Everyone gets it at this time in their own time zone.`}
          />
        </Stack>
      </Radio.Group>
      {isLater && (
        <>
          <DateTimeInput {...form.control('time')} />
          <Text size="sm" role="status" c={isPast ? 'var(--fd-danger)' : undefined}>
            {isPast ? (
              <Trans>Choose a time in the future.</Trans>
            ) : when === 'local' ? (
              <Trans>Sending starts in the easternmost time zone. Contacts farther west get it hours later.</Trans>
            ) : isOtherClock(sendAt, zone) ? (
              <Trans>Sends {momentIn(sendAt, zone)}</Trans>
            ) : (
              <Trans>
                Sends {moment(sendAt, zone)} {zoneName(zone)}
              </Trans>
            )}
          </Text>
        </>
      )}
      <NativeSelect
        label={t`Spread sending over`}
        description={t`So replies don’t all come in at once.`}
        value={form.values.spread}
        onChange={({ currentTarget }) => form.set('spread', currentTarget.value)}
        data={[
          { value: '0', label: t`Send all at once` },
          ...SPREAD_HOURS.map((hours) => ({
            value: String(hours * 60),
            label: plural(hours, { one: '# hour', other: '# hours' }),
          })),
        ]}
      />
      <QueryState query={preview} rows={1}>
        {(data) => <SendPreviewText preview={{ ...data, held: 0 }} hasSample />}
      </QueryState>
      {!isPast && reason === null && (
        <QueryState query={preflight} rows={3}>
          {(data) => <CampaignPreflight campaign={campaign} preflight={data} zone={zone} />}
        </QueryState>
      )}
      {reason === null && approvalAbove !== null && (
        <Alert color="yellow" variant="light" icon={<IconUserCheck size={16} />}>
          <Plural
            value={approvalAbove}
            _0="Someone else who can send campaigns has to approve it before it’s sent."
            one="It’s for more than # person, so someone else who can send campaigns has to approve it before it’s sent."
            other="It’s for more than # people, so someone else who can send campaigns has to approve it before it’s sent."
          />
        </Alert>
      )}
      {reason !== null && (
        <Text size="sm" c="var(--fd-danger)" role="alert">
          {reason}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {isLater ? (
          <Trans>Counted as of now. Everyone who matches at that time gets it.</Trans>
        ) : (
          <Trans>You can pause or stop it while it’s being sent. Texts already sent can’t be recalled.</Trans>
        )}
      </Text>
    </FormModal>
  )
}

interface Timing {
  when: When
  spread: string
  time: Temporal.PlainDateTime
}

/** When it is sent, as the API takes it. */
const timingOf = ({ when, spread, time }: Timing, zone: string): CampaignTiming => ({
  ...(when === 'later' && {
    scheduledOnUtc: time.toZonedDateTime(zone).toInstant().toString({ smallestUnit: 'millisecond' }),
  }),
  ...(when === 'local' && { localTime: time.toString({ smallestUnit: 'minute' }) }),
  ...(spread !== '0' && { spreadMinutes: Number(spread) }),
})

/** Why a campaign cannot be sent as it is. */
function useBlockingReason(campaign: Campaign, preview: GroupSendPreview | undefined, isLater: boolean): string | null {
  const { t } = useLingui()
  if (!isCampaignEditable(campaign.status)) return t`This campaign was already sent or scheduled.`
  if (isBlank(campaign.text) && campaign.attachments.length === 0) return t`Write a message first.`
  if (preview?.sendable === 0 && !isLater)
    return preview.excluded.some(({ reason }) => reason === 'no-consent')
      ? t`No one would get it. Add the people who agreed as subscribers, or change who it’s for.`
      : t`No one would get it. Change who it’s for.`
  return null
}

/** Says how many people get it. */
function useSubmitLabel(preview: GroupSendPreview | undefined, isLater: boolean): string {
  const { t, i18n } = useLingui()
  if (!preview || preview.sendable === 0) return isLater ? t`Schedule` : t`Send`
  if (preview.isCapped) {
    const most = i18n.number(preview.recipients)
    return isLater ? t`Schedule for more than ${most} people` : t`Send to more than ${most} people`
  }
  return isLater
    ? plural(preview.sendable, { one: 'Schedule for # person', other: 'Schedule for # people' })
    : plural(preview.sendable, { one: 'Send to # person', other: 'Send to # people' })
}
