import type { Booking } from '@frontdesk/contract/api'
import { isHolding } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { STATUS_TEXTS, servicesText } from '../../entities/booking/booking-texts.ts'
import { momentIn } from '../../lib/time.ts'

/** The latest state of a visit: services, time, and how it ended if it has. */
export function PresentVisit({ booking }: { booking: Booking }) {
  const { i18n } = useLingui()
  const { status, startsOnUtc, timeZone } = booking
  return (
    <Text size="sm">
      {servicesText(booking)}, {momentIn(startsOnUtc, timeZone)}
      {!isHolding(status) && ` · ${i18n._(STATUS_TEXTS[status])}`}
    </Text>
  )
}
