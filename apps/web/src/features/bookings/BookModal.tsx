import { BOOKING_NOTE_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { NoShowNote } from '../../entities/booking/NoShowNote.tsx'
import { RecipientField } from '../../entities/contact/RecipientField.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { openModal } from '../../ui/modal/modals.ts'
import { AnswerFields } from './AnswerFields.tsx'
import { PaymentField } from './PaymentField.tsx'
import { SeriesFields } from './SeriesFields.tsx'
import { SlotPicker } from './SlotPicker.tsx'
import { TakenNote } from './TakenNote.tsx'
import { type BookStart, useBookForm } from './use-book-form.ts'
import { withoutTaken } from './use-slot-choice.ts'
import { VisitPartsFields } from './VisitPartsFields.tsx'

/** Books a visit for a contact, or for someone new. */
export function BookModal({ onClose, ...start }: BookStart & { onClose: () => void }) {
  const { t } = useLingui()
  const booking = useBookForm(start)
  const { form, slot, choose, contact, location, locations, zone, visit, quote, questions } = booking
  const { values } = form
  const isSeries = values.repeats !== '1'
  const [from, setFrom] = useState<string | null>(null)
  if (!location || !visit.canBook)
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
      <VisitPartsFields visit={visit} locationID={location.id} error={form.control('parts').error} />
      {visit.items.length > 0 && (
        <SlotPicker
          visit={{ locationID: location.id, items: visit.items }}
          zone={zone}
          from={from ?? booking.firstDay}
          onFrom={setFrom}
          value={slot.startsOnUtc}
          onChange={choose}
          {...(visit.waitServiceID !== undefined && {
            onWait: () =>
              openModal('add-to-waitlist', {
                locationID: location.id,
                serviceID: visit.waitServiceID,
                ...(contact && { contact }),
              }),
          })}
        />
      )}
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
