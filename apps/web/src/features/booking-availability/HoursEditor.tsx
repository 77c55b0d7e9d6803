import type { BookingResource, BusinessHours, ResourceAvailability } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { BookingsOutside } from '../../entities/booking/BookingsOutside.tsx'
import { resourceAvailabilityQuery } from '../../entities/booking-resource/queries.ts'
import { HoursExceptions } from '../../entities/business-hours/HoursExceptions.tsx'
import { areExceptionsValid, isWeekValid } from '../../entities/business-hours/hours-rules.ts'
import { useLocations, useTimeZone } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { useSavedDraft } from '../../ui/form/use-saved-draft.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import classes from './Availability.module.css'
import { LocationHoursFields } from './LocationHoursFields.tsx'
import { TimeOff } from './TimeOff.tsx'

interface Props {
  resource: BookingResource
  stored: ResourceAvailability
  businessHours: BusinessHours[]
  /** Upcoming bookings that the last save left outside of the hours. */
  outside: readonly string[]
  onOutside: (bookingIDs: readonly string[]) => void
}

const USUAL = [{ opens: '09:00', closes: '17:00' }]

const isValid = ({ hours, exceptions }: ResourceAvailability) =>
  hours.every(({ week }) => week === null || isWeekValid(week)) && areExceptionsValid(exceptions)

/** Weekly hours, different days and time off are one autosaved document; see `useSavedDraft`. */
export function HoursEditor({ resource, stored, businessHours, outside, onOutside }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const { queryKey } = resourceAvailabilityQuery(resource.id)
  const draft = useSavedDraft({
    stored,
    queryKey,
    isValid,
    save: async ({ resourceID, hours, exceptions }) => {
      const { version } = cache.getQueryData(queryKey) ?? stored
      const { data } = await api.bookingHours.save({ resourceID, hours, exceptions, version })
      const { bookingsOutside, ...saved } = data
      cache.setQueryData(queryKey, saved)
      onOutside(bookingsOutside)
    },
  })
  const { hours, exceptions } = draft.value
  const change = (changes: Partial<ResourceAvailability>) => draft.change({ ...draft.value, ...changes })
  const timeZone = useTimeZone(hours[0]?.locationID)
  // A room stays at its location; teammates may work at each of theirs.
  const shownLocations =
    resource.kind === 'teammate' ? locations : locations.filter(({ id }) => resource.locationIDs.includes(id))
  const different = exceptions.filter(({ spans }) => spans.length > 0)
  const off = exceptions.filter(({ spans }) => spans.length === 0)
  return (
    <>
      <div className={classes.status}>
        <SaveNote state={draft.state} />
      </div>
      <BookingsOutside ids={outside} />
      <PageSection title={t`Weekly hours`} text={t`In the time zone of each location.`}>
        {shownLocations.map((location) => (
          <LocationHoursFields
            key={location.id}
            location={location}
            isOnlyLocation={shownLocations.length === 1}
            isTeammate={resource.kind === 'teammate'}
            businessHours={businessHours.find(({ locationID }) => locationID === location.id)}
            hours={hours}
            onChange={(next) => change({ hours: next })}
          />
        ))}
      </PageSection>
      <PageSection title={t`Time off`} text={t`Days without bookings.`}>
        <TimeOff
          resourceID={resource.id}
          timeZone={timeZone}
          days={off}
          takenDates={exceptions.map(({ date }) => date)}
          onChange={(days) => {
            const dates = new Set(days.map(({ date }) => date))
            change({ exceptions: [...different.filter(({ date }) => !dates.has(date)), ...days] })
          }}
        />
      </PageSection>
      <PageSection title={t`Days with other hours`} text={t`Hours that replace the weekly hours on one day.`}>
        <HoursExceptions
          timeZone={timeZone}
          exceptions={different}
          onChange={(next) => change({ exceptions: [...off, ...next] })}
          emptyText={t`None.`}
          addedSpans={USUAL}
          takenDates={off.map(({ date }) => date)}
          hasHolidays={false}
        />
      </PageSection>
    </>
  )
}
