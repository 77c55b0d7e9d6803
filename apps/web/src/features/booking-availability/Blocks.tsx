import type { BookingBlock, BookingResource } from '@frontdesk/contract/api'
import { CALENDAR_DAYS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconClockOff, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BookingLinks } from '../../entities/booking/BookingsOutside.tsx'
import { takesDuring } from '../../entities/booking/outside-queries.ts'
import { EXPECTED } from '../../entities/booking/upcoming-search.ts'
import { resourceBlocksQuery } from '../../entities/booking-resource/blocks-query.ts'
import { bookingResourcesQuery } from '../../entities/booking-resource/queries.ts'
import { useTimeZone } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { clock, dayKey, fullDate, longWeekday } from '../../lib/time.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Availability.module.css'
import { BlockTimeModal } from './BlockTimeModal.tsx'

const WEEKS_SHOWN = CALENDAR_DAYS_MAX / 7

interface Props {
  resource: BookingResource
  isEditable: boolean
}

/** Times of the next weeks that cannot be booked. */
export function Blocks({ resource, isEditable }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const blocks = useQuery(resourceBlocksQuery(resource.id))
  const zone = useTimeZone(resource.locationIDs[0])
  const [isAdding, setIsAdding] = useState(false)
  const removing = useMutation({
    mutationFn: async (id: string) => {
      await api.bookingHours.unblock({ id })
      await cache.invalidateQueries({ queryKey: bookingResourcesQuery.queryKey })
    },
  })
  const add = isEditable && (
    <Button
      mt="sm"
      size="xs"
      variant="default"
      leftSection={<IconClockOff size={15} />}
      onClick={() => setIsAdding(true)}
    >
      <Trans>Block time</Trans>
    </Button>
  )
  return (
    <PageSection
      title={t`Blocked times`}
      text={t`Single times without bookings, such as a meeting. The next ${WEEKS_SHOWN} weeks are shown.`}
    >
      <ErrorText error={removing.error} mb="sm" />
      <QueryState
        query={blocks}
        rows={1}
        isEmpty={(data) => data.blocks.length === 0}
        empty={
          <p className={classes.soft}>
            <Trans>No blocked times.</Trans>
          </p>
        }
      >
        {(data) => (
          <ul className={rowClasses.list}>
            {data.blocks.map((block) => {
              const text = blockText(block, zone)
              const during = data.bookings.filter(
                (booking) => EXPECTED.includes(booking.status) && takesDuring(booking, block),
              )
              return (
                <li key={block.id} className={classes.row}>
                  <span className={classes.what}>
                    {text}
                    {block.reason && <span className={classes.soft}>{block.reason}</span>}
                    {during.length > 0 && (
                      <>
                        <span className={classes.soft}>
                          <Trans>Booked in this time:</Trans>
                        </span>
                        <BookingLinks bookings={during} total={during.length} />
                      </>
                    )}
                  </span>
                  {isEditable && (
                    <ActionIcon
                      aria-label={t`Remove the block ${text}`}
                      onClick={() => !removing.isPending && removing.mutate(block.id)}
                    >
                      <IconTrash size={16} stroke={1.75} />
                    </ActionIcon>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </QueryState>
      {add}
      {isAdding && <BlockTimeModal resource={resource} onClose={() => setIsAdding(false)} />}
    </PageSection>
  )
}

/** Friday, Jul 3, 2026, 9:00 AM – 11:00 AM; with both days if it ends on another one. */
function blockText({ startsOnUtc, endsOnUtc }: BookingBlock, zone: string): string {
  const day = (instant: string) => `${longWeekday(instant, zone)}, ${fullDate(instant, zone)}`
  const [starts, ends] = [clock(startsOnUtc, zone), clock(endsOnUtc, zone)]
  const isSameDay = dayKey(startsOnUtc, zone) === dayKey(endsOnUtc, zone)
  return `${day(startsOnUtc)}, ${starts} – ${isSameDay ? ends : `${day(endsOnUtc)}, ${ends}`}`
}
