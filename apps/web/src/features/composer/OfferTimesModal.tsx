import type { BookingService, Conversation } from '@frontdesk/contract/api'
import { HOLD_MINUTES, OFFER_DAYS } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chooseTimes } from '../../entities/booking/choose-times.ts'
import { slotsQuery } from '../../entities/booking/queries.ts'
import { visitItems } from '../../entities/booking/visit-items.ts'
import { ResourceSelect } from '../../entities/booking-resource/ResourceSelect.tsx'
import { useProviders } from '../../entities/booking-resource/use-providers.ts'
import { bookableServices, isOfferedAt, useBookingServices } from '../../entities/booking-service/queries.ts'
import { ServiceSelect } from '../../entities/booking-service/ServiceSelect.tsx'
import { useTimeZone } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { clock, monthDay, weekday } from '../../lib/time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './Composer.module.css'

interface Props {
  conversation: Conversation
  onClose: () => void
}

/** Texts the contact up to three free times, which are held until they reply with the number of one. */
export function OfferTimesModal({ conversation, onClose }: Props) {
  const { t } = useLingui()
  const { locationID } = conversation.attributes
  const zone = useTimeZone(locationID)
  const today = Temporal.Instant.from(serverInstant()).toZonedDateTimeISO(zone).toPlainDate().toString()
  const services = bookableServices(useBookingServices()).filter((service) => isOfferedAt(service, locationID))
  // The same for every attempt, so that a repeated one texts nothing twice.
  const [clientMessageId] = useState(() => crypto.randomUUID())
  const form = useApiForm({
    initial: { serviceID: null as string | null, resourceID: null as string | null, from: today },
    save: async ({ from }) => {
      if (!service) throw new Error('Nothing to offer.')
      await api.bookingOffers.create({ clientMessageId, conversationSid: conversation.sid, ...visit(service), from })
    },
  })
  const { values } = form
  const service = services.find(({ id }) => id === values.serviceID) ?? services[0]
  const visit = (asked: BookingService) => ({ locationID, items: visitItems(asked, values) })
  const providers = useProviders(service, locationID)
  return (
    <FormModal
      title={t`Offer times by text`}
      submitLabel={t`Send offer`}
      form={form}
      isDisabled={!service}
      onClose={onClose}
    >
      {service ? (
        <>
          <ServiceSelect
            label={t`Service`}
            locationID={locationID}
            value={service.id}
            onChange={(serviceID) => form.merge({ serviceID, resourceID: null })}
          />
          <ResourceSelect
            label={t`With`}
            placeholder={t`Anyone who is free`}
            isClearable
            resources={providers}
            value={values.resourceID}
            onChange={(resourceID) => form.set('resourceID', resourceID)}
          />
          <DateInput label={t`From`} value={values.from} onChange={(date) => date && form.set('from', date)} />
          <Preview key={service.id} visit={visit(service)} from={values.from} zone={zone} />
        </>
      ) : (
        t`There is no service to book at this location yet. Add one under Services.`
      )}
    </FormModal>
  )
}

interface PreviewProps {
  visit: { locationID: string; items: ReturnType<typeof visitItems> }
  from: string
  zone: string
}

/** The times that will be offered, unless they are taken before. */
function Preview({ visit, from, zone }: PreviewProps) {
  const slots = useQuery(slotsQuery({ visit, from, days: OFFER_DAYS }))
  return (
    <QueryState query={slots} rows={3}>
      {(data) => {
        const times = chooseTimes(
          data.slots.map(({ startsOnUtc }) => startsOnUtc),
          zone,
        )
        return times.length === 0 ? (
          <p className={classes.offerNote}>
            <Trans>No free time in the {OFFER_DAYS} days from then.</Trans>
          </p>
        ) : (
          <>
            <ol className={classes.offerTimes}>
              {times.map((at) => (
                <li key={at}>
                  {weekday(at, zone)}, {monthDay(at, zone)}, {clock(at, zone)}
                </li>
              ))}
            </ol>
            <p className={classes.offerNote}>
              <Trans>
                They are held for {HOLD_MINUTES} minutes. The contact books one by replying with its number, or gets
                other times with 0. If you send them a message first, the offer ends.
              </Trans>
            </p>
          </>
        )
      }}
    </QueryState>
  )
}
