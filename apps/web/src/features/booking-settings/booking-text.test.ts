import { DEFAULT_BOOKING_CONFIGS } from '@frontdesk/contract/rules'
import { expect, test } from 'vitest'
import { asksForOptOut, renderBookingText, unknownInText } from './booking-text.ts'

const sample = {
  contactName: 'Maria Lopez',
  contactPhone: '(206) 555-0142',
  businessName: 'Harbor Dental',
  location: undefined,
  time: 'Friday, March 6 at 10:00 AM',
  service: 'Cleaning',
  teammate: 'Ana',
}

test('a text is shown with all its variables', () => {
  expect(
    renderBookingText('Hi :contact_first_name:, :Booking_Service: with :booking_teammate:, :booking_time:', sample),
  ).toBe('Hi Maria, Cleaning with Ana, Friday, March 6 at 10:00 AM')
})

test('only variables that do not exist are unknown', () => {
  expect(unknownInText(':booking_time: :contact_name: :booking_price:')).toEqual(['booking_price'])
})

test('the texts that a business starts with neither ask for an opt-out nor name unknown variables', () => {
  const { reminders, bookedText, rescheduledText, cancelledText, declinedText } = DEFAULT_BOOKING_CONFIGS
  const texts = [...reminders.map(({ text }) => text), bookedText, rescheduledText, cancelledText, declinedText]
  expect(texts.filter((text) => asksForOptOut(text) || unknownInText(text).length > 0)).toEqual([])
  expect(asksForOptOut('Reply CANCEL to cancel.')).toBe(true)
})
