import type { Booking } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { IGNORED_RULE_TEXTS, STATUS_TEXTS } from '../../entities/booking/booking-texts.ts'
import { momentLabel } from '../../lib/time.ts'
import { VisitNotices } from './VisitNotices.tsx'
import { VisitRow } from './VisitRow.tsx'

/** History of a visit: how it was added, and how it ended. */
export function VisitHistory({ booking }: { booking: Booking }) {
  const { t, i18n } = useLingui()
  const { timeZone, arrivedOnUtc, endedOnUtc, endReason, overrides, status } = booking
  const added = useAddedText()
  return (
    <>
      <VisitRow label={t`Added`}>{added(booking)}</VisitRow>
      <VisitRow label={t`Ignored rules`}>
        {overrides.map((rule) => i18n._(IGNORED_RULE_TEXTS[rule])).join(', ')}
      </VisitRow>
      <VisitRow label={t`Arrived`}>{arrivedOnUtc && momentLabel(arrivedOnUtc, timeZone)}</VisitRow>
      <VisitRow label={i18n._(STATUS_TEXTS[status])}>{endedOnUtc && momentLabel(endedOnUtc, timeZone)}</VisitRow>
      <VisitRow label={t`Reason`}>{endReason}</VisitRow>
      <VisitNotices booking={booking} />
    </>
  )
}

/** When a visit was added, and by whom or from where. */
function useAddedText(): (booking: Booking) => string {
  const { t } = useLingui()
  return ({ createdOnUtc, createdBy, source, timeZone }) => {
    const when = momentLabel(createdOnUtc, timeZone)
    if (createdBy !== null) return t`${when} by ${createdBy}`
    switch (source) {
      case 'teammate':
        return t`${when} at the desk`
      case 'page':
        return t`${when} on the booking page`
      case 'text':
        return t`${when} by text message`
      case 'automation':
        return t`${when} by an automation`
      case 'ai':
        return t`${when} by the AI`
      case 'calendar':
        return t`${when} in a connected calendar`
    }
  }
}
