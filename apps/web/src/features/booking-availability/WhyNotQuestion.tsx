import type { BookingService } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { visitItems } from '../../entities/booking/visit-items.ts'
import { ResourceSelect } from '../../entities/booking-resource/ResourceSelect.tsx'
import { useProviders } from '../../entities/booking-resource/use-providers.ts'
import { bookableServices, isOfferedAt } from '../../entities/booking-service/queries.ts'
import { ServiceSelect } from '../../entities/booking-service/ServiceSelect.tsx'
import { RecipientField, type SuggestedContact } from '../../entities/contact/RecipientField.tsx'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { DateTimeInput } from '../../ui/input/DateTimeInput.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Availability.module.css'
import type { AvailabilitySearch } from './availability-search.ts'
import { Explanation } from './Explanation.tsx'
import { explanationQuery } from './queries.ts'

const HALF_HOUR_MINUTES = 30

/** The next half hour at the location. */
function nextHalfHour(zone: string): Temporal.PlainDateTime {
  const now = Temporal.Instant.from(serverInstant()).toZonedDateTimeISO(zone)
  return now
    .add({ minutes: HALF_HOUR_MINUTES })
    .toPlainDateTime()
    .round({ smallestUnit: 'minute', roundingIncrement: HALF_HOUR_MINUTES, roundingMode: 'floor' })
}

const wallText = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'minute' })

interface Props {
  services: readonly BookingService[]
  search: AvailabilitySearch
  onSearch: (search: AvailabilitySearch) => void
}

/** The visit and time in question, and the answer. */
export function WhyNotQuestion({ services, search, onSearch }: Props) {
  const { t } = useLingui()
  const inFrame = useStore(chosenLocation)
  const locations = useQuery(locationsQuery).data ?? []
  const location = locations.find(({ id }) => id === (search.location ?? inFrame)) ?? locations[0]
  const offered = services.filter(
    (service) =>
      location && (service.id === search.service || (!service.isArchived && isOfferedAt(service, location.id))),
  )
  const service = offered.find(({ id }) => id === search.service) ?? offered[0]
  const providers = useProviders(service, location?.id)
  const provider = providers.find(({ id }) => id === search.resource)
  const zone = location?.timeZone ?? 'UTC'
  const time = search.at ? Temporal.PlainDateTime.from(search.at) : nextHalfHour(zone)
  const [person, setPerson] = useState<{ text: string; contact?: SuggestedContact | undefined }>({ text: '' })
  const hasPersonLimit = service !== undefined && service.personMax !== null
  const change = (changes: AvailabilitySearch) => onSearch({ ...search, at: wallText(time), tab: 'why', ...changes })
  return (
    <>
      <div className={classes.why}>
        {locations.length > 1 && (
          <Select
            label={t`Location`}
            allowDeselect={false}
            value={location?.id ?? null}
            onChange={(id) => id !== null && change({ location: id })}
            data={locations.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <ServiceSelect
          label={t`Service`}
          locationID={location?.id}
          value={service?.id ?? null}
          onChange={(id) => id !== null && change({ service: id })}
        />
        <ResourceSelect
          label={t`With`}
          placeholder={t`Anyone who is free`}
          isClearable
          resources={providers}
          value={provider?.id ?? null}
          onChange={(id) => change({ resource: id ?? undefined })}
        />
        <div className={locations.length > 1 ? undefined : classes.wide}>
          <DateTimeInput value={time} onChange={(next) => change({ at: wallText(next) })} />
        </div>
        {hasPersonLimit && (
          <RecipientField
            value={person.text}
            chosen={person.contact}
            error={undefined}
            optionalNote={t`To check the limit per person.`}
            onChange={(text, contact) => setPerson({ text, contact })}
          />
        )}
      </div>
      {location && service && (
        <Answer
          visit={{
            locationID: location.id,
            items: visitItems(bookableServices(services).find(({ id }) => id === service.id) ?? service, {
              resourceID: provider?.id ?? null,
            }),
            ...(hasPersonLimit && person.contact && { contactID: person.contact.id }),
          }}
          time={time}
          zone={zone}
          locationName={location.name}
          onTime={(next) => change({ at: wallText(next) })}
        />
      )}
    </>
  )
}

interface AnswerProps {
  visit: Parameters<typeof explanationQuery>[0]
  time: Temporal.PlainDateTime
  zone: string
  locationName: string
  onTime: (time: Temporal.PlainDateTime) => void
}

function Answer({ visit, time, zone, locationName, onTime }: AnswerProps) {
  const explanation = useQuery(explanationQuery(visit, time.toZonedDateTime(zone).toInstant().toString()))
  return (
    <QueryState query={explanation} rows={3}>
      {(data) => <Explanation explanation={data} zone={zone} locationName={locationName} onTime={onTime} />}
    </QueryState>
  )
}
