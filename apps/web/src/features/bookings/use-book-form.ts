import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BOOKINGS_KEY, paymentQuote } from '../../entities/booking/queries.ts'
import type { SuggestedContact } from '../../entities/contact/RecipientField.tsx'
import { recipientProblem } from '../../entities/contact/recipient-rule.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { serverInstant } from '../../lib/server-time.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { useSlotChoice } from './use-slot-choice.ts'
import { useVisitParts } from './use-visit-parts.ts'
import type { VisitPart } from './visit-parts.ts'

/** Initial values of the form. */
export interface BookStart {
  contact?: Pick<SuggestedContact, 'id' | 'name' | 'phone'> | undefined
  locationID?: string | undefined
  resourceID?: string | undefined
  startsOnUtc?: string | undefined
  /** Chosen for the first service if it offers this length. */
  durationMinutes?: number | undefined
  /** The first day of which free times are shown; default: that of `startsOnUtc`, or today. */
  firstDay?: string | undefined
}

/** An answer, or null if the question was not asked. */
export type Answers = Record<string, string | null>

/** Form state of the dialog that books a visit. */
export function useBookForm({ contact: given, resourceID, startsOnUtc, ...start }: BookStart) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const slot = useSlotChoice(startsOnUtc ?? null)
  // Idempotency key: a retry must not book twice.
  const [clientBookingId, setClientId] = useState(() => crypto.randomUUID())
  const [contact, setContact] = useState(given)
  const [locationID, setLocationID] = useState(start.locationID ?? chosenLocation.get() ?? null)
  const location = locations.find(({ id }) => id === locationID) ?? locations[0]
  const zone = location?.timeZone ?? 'UTC'
  const form = useApiForm({
    initial: {
      who: given ? given.name || phoneText(given.phone) : '',
      name: '',
      parts: null as VisitPart[] | null,
      note: '',
      answers: {} as Answers,
      repeats: '1',
      count: 4,
      tellsContact: true,
      asksForPayment: true,
    },
    rules: {
      who: (who) => recipientProblem(who, contact !== undefined),
      parts: () => !visit.isComplete && t`Choose a service, or remove what you don’t need.`,
      answers: (answers) =>
        questions.some(({ text, isRequired }) => isRequired && answers[text] !== null && !answers[text]?.trim()) &&
        t`Answer the required questions, or mark them as not asked.`,
    },
    errorFields: {
      PhoneNumberInexistent: 'who',
      PhoneNumberInvalid: 'who',
      ContactNotFound: 'who',
      AnswerMissing: 'answers',
    },
    save: async (values) => {
      if (!location || slot.startsOnUtc === null) throw new Error('Nothing to book.')
      const startsAt = slot.startsOnUtc
      const entered = questions.map(({ text }) => [text, values.answers[text]] as const)
      const request = {
        clientBookingId,
        locationID: location.id,
        items: visit.items,
        startsOnUtc: startsAt,
        ...(contact ? { contactID: contact.id } : { contact: { name: values.name, phone: values.who } }),
        note: values.note,
        answers: entered.flatMap(([question, answer]) => (answer ? [{ question, answer }] : [])),
        notAsked: entered.flatMap(([question, answer]) => (answer === null ? [question] : [])),
        overrides: slot.overrides,
        tellsContact: values.tellsContact,
      }
      const repeats =
        values.repeats === '1' ? undefined : { everyWeeks: Number(values.repeats) - 1, count: values.count }
      const { id } = await slot.attempt(async () =>
        repeats === undefined && requiresPayment
          ? (await api.bookingPayments.book({ ...request, asksForPayment: values.asksForPayment })).data
          : (await api.bookings.create({ ...request, ...(repeats && { repeats }) })).data.booking,
      )
      void cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
      openModal('booking', { id })
    },
  })
  const { values } = form
  const visit = useVisitParts({
    ...{ locationID: location?.id, entered: values.parts, durationMinutes: start.durationMinutes, resourceID },
    onChange: (parts) => {
      form.set('parts', parts)
      choose(slot.startsOnUtc)
    },
  })
  const { questions, requiresPayment } = visit
  const serviceIDs = visit.items.map(({ serviceID }) => serviceID)
  const quote = useQuery({ ...paymentQuote(serviceIDs, contact?.id), enabled: requiresPayment })
  const choose = (startsAt: string | null) => {
    slot.choose(startsAt)
    setClientId(crypto.randomUUID())
  }
  return {
    form,
    slot,
    choose,
    contact,
    location,
    locations,
    zone,
    visit,
    quote: quote.data,
    isQuoting: quote.isLoading,
    questions,
    firstDay:
      start.firstDay ??
      Temporal.Instant.from(startsOnUtc ?? serverInstant())
        .toZonedDateTimeISO(zone)
        .toPlainDate()
        .toString(),
    changeRecipient: (who: string, chosen: Pick<SuggestedContact, 'id' | 'name' | 'phone'> | undefined) => {
      setContact(chosen)
      form.set('who', who)
    },
    chooseLocation: (id: string | null) => {
      setLocationID(id)
      form.set('parts', id === null ? null : visit.partsAt(id))
      choose(null)
    },
    changeSeries: (changes: { repeats?: string; count?: number }) => {
      form.merge(changes)
      choose(slot.startsOnUtc)
    },
  }
}
