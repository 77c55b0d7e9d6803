import { BOOKING_NOTE_MAX, SERIES_MAX, SERIES_WEEKS_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { visitItems } from '../../entities/booking/visit-items.ts'
import { useBookingResources } from '../../entities/booking-resource/queries.ts'
import { ResourceSelect } from '../../entities/booking-resource/ResourceSelect.tsx'
import { isOfferedAt, useBookingServices } from '../../entities/booking-service/queries.ts'
import { ServiceSelect } from '../../entities/booking-service/ServiceSelect.tsx'
import { RecipientField, type SuggestedContact } from '../../entities/contact/RecipientField.tsx'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { durationText } from '../../lib/duration-text.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { SlotPicker } from './SlotPicker.tsx'
import { TakenNote } from './TakenNote.tsx'
import { useSlotChoice } from './use-slot-choice.ts'

interface Props {
  contact?: Pick<SuggestedContact, 'id' | 'name' | 'phone'> | undefined
  locationID?: string | undefined
  resourceID?: string | undefined
  startsOnUtc?: string | undefined
  onClose: () => void
}

/** Books a visit for a contact, or for someone new. */
export function BookModal({ contact: given, resourceID, startsOnUtc, onClose, ...props }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const services = useBookingServices()
  const resources = useBookingResources()
  const slot = useSlotChoice(startsOnUtc ?? null)
  // The same for every attempt, so that a repeated one books nothing twice.
  const [clientBookingId, setClientId] = useState(() => crypto.randomUUID())
  const [contact, setContact] = useState(given)
  const [locationID, setLocationID] = useState(props.locationID ?? chosenLocation.get() ?? null)
  const location = locations.find(({ id }) => id === locationID) ?? locations[0]
  const zone = location?.timeZone ?? 'UTC'
  const [from, setFrom] = useState<string | null>(null)
  const firstDay = (startsOnUtc ? Temporal.Instant.from(startsOnUtc) : Temporal.Instant.from(serverInstant()))
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
  const form = useApiForm({
    initial: {
      who: given ? given.name || phoneText(given.phone) : '',
      name: '',
      serviceID: null as string | null,
      durationMinutes: null as string | null,
      resourceID: resourceID ?? (null as string | null),
      note: '',
      answers: {} as Record<string, string>,
      repeats: '1',
      count: 4,
      tellsContact: true,
    },
    rules: { who: required },
    errorFields: { PhoneNumberInexistent: 'who', PhoneNumberInvalid: 'who', ContactNotFound: 'who' },
    save: async (values) => {
      if (!service || !location || slot.startsOnUtc === null) throw new Error('Nothing to book.')
      const start = slot.startsOnUtc
      const { data } = await slot.attempt(() =>
        api.bookings.create({
          clientBookingId,
          locationID: location.id,
          items: visitItems(service, values),
          startsOnUtc: start,
          ...(contact ? { contactID: contact.id } : { contact: { name: values.name, phone: values.who } }),
          note: values.note,
          answers: Object.entries(values.answers).flatMap(([question, answer]) =>
            answer ? [{ question, answer }] : [],
          ),
          ...(values.repeats !== '1' && { repeats: { everyWeeks: Number(values.repeats) - 1, count: values.count } }),
          overrides: slot.overrides,
          tellsContact: values.tellsContact,
        }),
      )
      void cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
      openModal('booking', { id: data.booking.id })
    },
  })
  const { values } = form
  const offered = services.filter((each) => !each.isArchived && location && isOfferedAt(each, location.id))
  const service = offered.find(({ id }) => id === values.serviceID) ?? offered[0]
  const providers = resources.filter(({ id, isArchived }) => !isArchived && service?.resourceIDs.includes(id))
  const choose = (start: string | null) => {
    slot.choose(start)
    setClientId(crypto.randomUUID())
  }
  if (!location || !service)
    return (
      <FormModal title={t`Book a visit`} submitLabel={t`Book`} form={form} onClose={onClose} isDisabled>
        {t`There is no service to book at this location yet. Add one under Services.`}
      </FormModal>
    )
  return (
    <FormModal
      title={t`Book a visit`}
      submitLabel={t`Book`}
      form={slot.taken ? { ...form, error: null } : form}
      isDisabled={slot.startsOnUtc === null || (slot.taken !== null && slot.overrides.length === 0)}
      onClose={onClose}
      notice={
        slot.taken && (
          <TakenNote
            taken={slot.taken}
            zone={zone}
            locationName={location.name}
            isIgnoring={slot.isIgnoring}
            onIgnore={slot.setIsIgnoring}
            onChoose={choose}
          />
        )
      }
    >
      <RecipientField
        value={values.who}
        chosen={contact && { ...contact, conversationSid: null }}
        error={form.text('who').error}
        onType={(who) => {
          setContact(undefined)
          form.set('who', who)
        }}
        onChoose={(chosen) => {
          setContact(chosen)
          form.set('who', chosen.name || phoneText(chosen.phone))
        }}
        onBlur={() => {}}
      />
      {!contact && <TextInput label={t`Name`} maxLength={120} {...form.text('name')} />}
      {locations.length > 1 && (
        <Select
          label={t`Location`}
          allowDeselect={false}
          value={location.id}
          onChange={(id) => {
            setLocationID(id)
            choose(null)
          }}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <ServiceSelect
        label={t`Service`}
        locationID={location.id}
        value={service.id}
        onChange={(id) => {
          form.merge({ serviceID: id, durationMinutes: null, answers: {} })
          choose(startsOnUtc ?? null)
        }}
      />
      {service.durations.length > 1 && (
        <Select
          label={t`Length`}
          allowDeselect={false}
          value={values.durationMinutes ?? String(service.durations[0])}
          onChange={(minutes) => {
            form.set('durationMinutes', minutes)
            choose(startsOnUtc ?? null)
          }}
          data={service.durations.map((minutes) => ({ value: String(minutes), label: durationText(minutes) }))}
        />
      )}
      <ResourceSelect
        label={t`With`}
        placeholder={t`Anyone who is free`}
        isClearable
        resources={providers}
        value={providers.some(({ id }) => id === values.resourceID) ? values.resourceID : null}
        onChange={(id) => {
          form.set('resourceID', id)
          choose(slot.startsOnUtc)
        }}
      />
      <SlotPicker
        visit={{ locationID: location.id, items: visitItems(service, values) }}
        zone={zone}
        from={from ?? firstDay}
        onFrom={setFrom}
        value={slot.startsOnUtc}
        onChange={choose}
      />
      {service.questions.map(({ text, isRequired }) => (
        <TextInput
          key={text}
          label={text}
          required={isRequired}
          maxLength={500}
          value={values.answers[text] ?? ''}
          onChange={(event) => form.set('answers', { ...values.answers, [text]: event.currentTarget.value })}
        />
      ))}
      <Select
        label={t`Repeats`}
        allowDeselect={false}
        data={[
          { value: '1', label: t`Does not repeat` },
          ...Array.from({ length: SERIES_WEEKS_MAX }, (_, index) => ({
            value: String(index + 2),
            label: index === 0 ? t`Every week` : t`Every ${index + 1} weeks`,
          })),
        ]}
        {...form.control('repeats')}
        onChange={(repeats) => repeats !== null && form.set('repeats', repeats)}
      />
      {values.repeats !== '1' && (
        <NumberInput
          label={t`How many visits`}
          min={2}
          max={SERIES_MAX}
          allowDecimal={false}
          value={values.count}
          onChange={(count) => form.set('count', Math.min(SERIES_MAX, Math.max(2, Number(count) || 2)))}
        />
      )}
      <Textarea label={t`Note for the team`} autosize minRows={2} maxLength={BOOKING_NOTE_MAX} {...form.text('note')} />
      <Switch
        label={values.repeats === '1' ? t`Text the contact` : t`Text the contact about the first visit`}
        {...form.checkbox('tellsContact')}
      />
    </FormModal>
  )
}
