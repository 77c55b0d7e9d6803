import { BOOKING_NOTE_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { NoShowNote } from '../../entities/booking/NoShowNote.tsx'
import { visitItems } from '../../entities/booking/visit-items.ts'
import { ResourceSelect } from '../../entities/booking-resource/ResourceSelect.tsx'
import { ServiceSelect } from '../../entities/booking-service/ServiceSelect.tsx'
import { RecipientField } from '../../entities/contact/RecipientField.tsx'
import { durationText } from '../../lib/duration-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { openModal } from '../../ui/modal/modals.ts'
import { AnswerFields } from './AnswerFields.tsx'
import { PaymentField } from './PaymentField.tsx'
import { SeriesFields } from './SeriesFields.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { TakenNote } from './TakenNote.tsx'
import { type BookStart, useBookForm } from './use-book-form.ts'
import { withoutTaken } from './use-slot-choice.ts'

/** Books a visit for a contact, or for someone new. */
export function BookModal({ onClose, ...start }: BookStart & { onClose: () => void }) {
  const { t } = useLingui()
  const booking = useBookForm(start)
  const { form, slot, choose, contact, location, locations, zone, service, quote, questions, providers } = booking
  const { values } = form
  const { durationMinutes } = booking
  const isSeries = values.repeats !== '1'
  const [from, setFrom] = useState<string | null>(null)
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
      form={withoutTaken(form)}
      isDisabled={
        booking.isQuoting || slot.startsOnUtc === null || (slot.taken !== null && slot.overrides.length === 0)
      }
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
        chosen={contact}
        error={form.text('who').error}
        onChange={booking.changeRecipient}
      />
      {contact && <NoShowNote contactID={contact.id} />}
      {!contact && <TextInput label={t`Name`} maxLength={120} {...form.text('name')} />}
      {locations.length > 1 && (
        <Select
          label={t`Location`}
          allowDeselect={false}
          value={location.id}
          onChange={booking.chooseLocation}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <ServiceSelect label={t`Service`} locationID={location.id} value={service.id} onChange={booking.chooseService} />
      {service.durations.length > 1 && (
        <Select
          label={t`Length`}
          allowDeselect={false}
          value={durationMinutes ?? String(service.durations[0])}
          onChange={booking.chooseLength}
          data={service.durations.map((minutes) => ({ value: String(minutes), label: durationText(minutes) }))}
        />
      )}
      <ResourceSelect
        label={t`With`}
        placeholder={t`Anyone who is free`}
        isClearable
        resources={providers}
        value={providers.some(({ id }) => id === values.resourceID) ? values.resourceID : null}
        onChange={booking.chooseProvider}
      />
      <SlotPicker
        visit={{ locationID: location.id, items: visitItems(service, { ...values, durationMinutes }) }}
        zone={zone}
        from={from ?? booking.firstDay}
        onFrom={setFrom}
        value={slot.startsOnUtc}
        onChange={choose}
        onWait={() =>
          openModal('add-to-waitlist', {
            locationID: location.id,
            serviceID: service.id,
            ...(contact && { contact }),
          })
        }
      />
      <AnswerFields
        questions={questions}
        value={values.answers}
        onChange={(answers) => form.set('answers', answers)}
        error={form.control('answers').error}
      />
      <SeriesFields repeats={values.repeats} count={values.count} onChange={booking.changeSeries} />
      <Textarea label={t`Note for the team`} autosize minRows={2} maxLength={BOOKING_NOTE_MAX} {...form.text('note')} />
      {quote && <PaymentField quote={quote} isSeries={isSeries} {...form.checkbox('asksForPayment')} />}
      {!(quote?.payment && values.asksForPayment && !isSeries) && (
        <Switch
          label={isSeries ? t`Text the contact about the first visit` : t`Text the contact`}
          {...form.checkbox('tellsContact')}
        />
      )}
    </FormModal>
  )
}
