import type { Contact } from '@frontdesk/contract/api'
import { WEEKDAYS, type Weekday } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Chip, Group, Select, Switch, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { visitItems } from '../../entities/booking/visit-items.ts'
import { bookingConfigsQuery } from '../../entities/booking-configs/queries.ts'
import { ResourceSelect } from '../../entities/booking-resource/ResourceSelect.tsx'
import { useProviders } from '../../entities/booking-resource/use-providers.ts'
import { bookableServices, isOfferedAt, useBookingServices } from '../../entities/booking-service/queries.ts'
import { ServiceSelect } from '../../entities/booking-service/ServiceSelect.tsx'
import { weekdayText } from '../../entities/booking-waitlist/use-preferences-text.ts'
import { RecipientField } from '../../entities/contact/RecipientField.tsx'
import { recipientProblem } from '../../entities/contact/recipient-rule.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'
import { TimeSelect } from '../../ui/input/TimeSelect.tsx'
import { showToast } from '../../ui/toast/toasts.ts'

interface Props {
  contact?: Pick<Contact, 'id' | 'name' | 'phone'> | undefined
  locationID?: string | undefined
  serviceID?: string | undefined
  onClose: () => void
}

/** How long someone waits unless another day is chosen. */
const DAYS = 14

/** Adds a contact, or someone new, to the waitlist. */
export function AddToWaitlistModal({ contact: given, serviceID, onClose, ...props }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const services = useBookingServices()
  const isOn = useQuery(bookingConfigsQuery).data?.waitlist.isEnabled ?? true
  // Idempotency key: a retry must not add a second entry.
  const [clientEntryId] = useState(() => crypto.randomUUID())
  const [contact, setContact] = useState(given)
  const [locationID, setLocationID] = useState(props.locationID ?? chosenLocation.get() ?? null)
  const location = locations.find(({ id }) => id === locationID) ?? locations[0]
  const today = Temporal.Instant.from(serverInstant())
    .toZonedDateTimeISO(location?.timeZone ?? 'UTC')
    .toPlainDate()
  const form = useApiForm({
    initial: {
      who: given ? given.name || phoneText(given.phone) : '',
      name: '',
      serviceID: serviceID ?? (null as string | null),
      resourceID: null as string | null,
      firstDate: today.toString(),
      lastDate: today.add({ days: DAYS }).toString(),
      weekdays: [] as Weekday[],
      hasTimes: false,
      timeFrom: '09:00',
      timeUntil: '17:00',
    },
    rules: {
      who: (who) => recipientProblem(who, contact !== undefined),
      lastDate: (lastDate, { firstDate }) =>
        lastDate < firstDate ? t`Choose a day on or after the first one.` : undefined,
      timeUntil: (timeUntil, { hasTimes, timeFrom }) =>
        hasTimes && timeUntil < timeFrom ? t`Choose a time at or after the earliest one.` : undefined,
    },
    errorFields: { PhoneNumberInexistent: 'who', PhoneNumberInvalid: 'who', ContactNotFound: 'who' },
    save: async ({ firstDate, lastDate, weekdays, hasTimes, timeFrom, timeUntil, who, name, resourceID }) => {
      if (!service || !location) throw new Error('Nothing to wait for.')
      await api.bookingWaitlist.add({
        clientEntryId,
        locationID: location.id,
        items: visitItems(service, { resourceID }),
        ...(contact ? { contactID: contact.id } : { contact: { name, phone: who } }),
        ...{ firstDate, lastDate, weekdays },
        ...(hasTimes && { timeFrom, timeUntil }),
      })
      void cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
      showToast({
        id: 'added to waitlist',
        kind: 'news',
        title: t`Added to the waitlist`,
        text: isOn ? t`They get a text when a time becomes free.` : '',
      })
    },
  })
  const { values } = form
  const offered = bookableServices(services).filter((each) => location && isOfferedAt(each, location.id))
  const service = offered.find(({ id }) => id === values.serviceID) ?? offered[0]
  const providers = useProviders(service, location?.id)
  if (!location || !service)
    return (
      <FormModal title={t`Add to the waitlist`} submitLabel={t`Add`} form={form} onClose={onClose} isDisabled>
        {t`There is no service to book at this location yet. Add one under Services.`}
      </FormModal>
    )
  return (
    <FormModal title={t`Add to the waitlist`} submitLabel={t`Add`} form={form} onClose={onClose}>
      <RecipientField
        value={values.who}
        chosen={contact}
        error={form.text('who').error}
        onChange={(who, chosen) => {
          setContact(chosen)
          form.set('who', who)
        }}
      />
      {!contact && <TextInput label={t`Name`} maxLength={120} {...form.text('name')} />}
      {locations.length > 1 && (
        <Select
          label={t`Location`}
          allowDeselect={false}
          value={location.id}
          onChange={(id) => {
            setLocationID(id)
            form.set('resourceID', null)
          }}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <ServiceSelect
        label={t`Service`}
        locationID={location.id}
        value={service.id}
        onChange={(id) => form.merge({ serviceID: id, resourceID: null })}
      />
      <ResourceSelect
        label={t`With`}
        placeholder={t`Anyone who is free`}
        isClearable
        resources={providers}
        value={values.resourceID}
        onChange={(id) => form.set('resourceID', id)}
      />
      <Group grow gap="sm" align="flex-start">
        <DateInput label={t`First day`} min={today.toString()} {...form.control('firstDate')} />
        <DateInput label={t`Last day`} min={values.firstDate} {...form.control('lastDate')} />
      </Group>
      <div>
        <Text size="sm" fw={500} mb={4} id="waitlist-days">
          <Trans>Days of the week</Trans>
        </Text>
        <Chip.Group
          multiple
          value={values.weekdays}
          onChange={(days) =>
            form.set(
              'weekdays',
              WEEKDAYS.filter((day) => days.includes(day)),
            )
          }
        >
          <Group gap={6} role="group" aria-labelledby="waitlist-days">
            {WEEKDAYS.map((day) => (
              <Chip key={day} value={day} size="xs">
                {weekdayText(day)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Text size="xs" c="dimmed" mt={4}>
          <Trans>Leave empty for any day.</Trans>
        </Text>
      </div>
      <Switch label={t`Only at certain times`} {...form.checkbox('hasTimes')} />
      {values.hasTimes && (
        <Group grow gap="sm" align="flex-start">
          <TimeSelect
            label={t`Earliest start`}
            value={values.timeFrom}
            onChange={(time) => form.set('timeFrom', time)}
          />
          <TimeSelect
            label={t`Latest start`}
            value={values.timeUntil}
            onChange={(time) => form.set('timeUntil', time)}
            error={form.control('timeUntil').error}
          />
        </Group>
      )}
      {!isOn && (
        <Text size="sm" c="dimmed">
          <Trans>Waitlist texts are turned off in the booking settings, so no one will be texted.</Trans>
        </Text>
      )}
    </FormModal>
  )
}
