import type { Campaign } from '@frontdesk/contract/api'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { momentIn, wallMoment } from '../../lib/time.ts'
import { useCampaignZone } from './use-campaign-zone.ts'

/** When a planned campaign is sent, in one or two sentences. */
export function useStartText({ status, scheduledOnUtc, localTime, spreadMinutes, locationID }: Campaign): string {
  const { t } = useLingui()
  const zone = useCampaignZone(locationID)
  const hours = Math.round((spreadMinutes ?? 0) / 60)
  const start = () => {
    if (localTime !== null) {
      const time = wallMoment(localTime)
      return t`It will be sent ${time}, in each contact’s own time zone.`
    }
    if (scheduledOnUtc !== null) return t`It will be sent ${momentIn(scheduledOnUtc, zone)}.`
    return status === 'needs-approval' ? t`It will be sent as soon as it’s approved.` : t`It will be sent right away.`
  }
  if (spreadMinutes === null) return start()
  return `${start()} ${plural(hours, { one: 'Sending is spread over # hour.', other: 'Sending is spread over # hours.' })}`
}
