import { z } from 'zod'
import { WAITLIST_MAX, WAITLIST_SKIP_REASONS } from '../rules/bookings.ts'
import { WEEKDAYS } from '../rules/business-hours.ts'
import { Visit } from './availability.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'
import { CalendarDateInput } from './instants.ts'
import { personName } from './words.ts'

const EntryId = z.uuid().meta({ names: 'waitlistEntry' })
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 09:00')

/** Days and times that suit someone, by the clocks of the location. */
const WaitlistPreferences = z.object({
  firstDate: z.iso.date(),
  lastDate: z.iso.date(),
  weekdays: z.array(z.enum(WEEKDAYS)).describe('Empty: any.'),
  timeFrom: z.string().nullable().describe('The earliest start, such as 15:00.'),
  timeUntil: z.string().nullable().describe('The latest start.'),
})

/**
 * Someone who waits for a time to become free. If the caller may not see the contact, only that someone waits is given.
 */
export const WaitlistEntry = z.object({
  id: z.uuid(),
  isBusy: z.boolean().describe('The caller may only know that someone waits.'),
  locationID: z.uuid(),
  contact: z
    .object({
      id: z.uuid(),
      name: z.string(),
      phone: z.string(),
      conversationSid: ConversationSid.nullable().describe('The newest one the caller can see.'),
    })
    .nullable(),
  services: z.array(z.object({ id: z.uuid(), name: z.string() })),
  resources: z.array(z.object({ id: z.uuid(), name: z.string() })).describe('Only with them.'),
  preferences: WaitlistPreferences.nullable(),
  state: z.enum(['waiting', 'offered', 'booked', 'removed']),
  offered: z
    .object({ startsOnUtc: z.iso.datetime(), heldUntilUtc: z.iso.datetime() })
    .nullable()
    .describe('The time that is held for them now.'),
  skipped: z
    .object({ reason: z.enum(WAITLIST_SKIP_REASONS), onUtc: z.iso.datetime() })
    .nullable()
    .describe('Why they were not offered a time last.'),
  bookingID: z.uuid().nullable(),
  addedOnUtc: z.iso.datetime(),
  addedBy: z.string().nullable(),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

const tags = ['bookings']
const signedIn = () => endpoint({ permission: 'anyone signed in' })

export const bookingWaitlist = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/bookings/Waitlist/get-list',
      tags,
      summary: 'Lists who waits for a time at the caller’s locations, the first in line first',
    })
    .input(z.object({ locationIDs: z.array(z.uuid()).max(100).optional(), contactID: z.uuid().optional() }))
    .output(wrapped(z.object({ entries: z.array(WaitlistEntry) }))),

  add: signedIn()
    .route({
      method: 'POST',
      path: '/bookings/Waitlist/add',
      tags,
      summary: `Adds a contact to the waitlist, on which at most ${WAITLIST_MAX} wait. Safe to repeat`,
    })
    .input(
      Visit.extend({
        clientEntryId: z.uuid(),
        contactID: z.uuid().optional(),
        contact: z
          .object({ name: personName().max(120).default(''), phone: z.string().trim().min(3).max(40) })
          .optional()
          .describe('Instead of `contactID`: a new contact, or the one with that number.'),
        firstDate: CalendarDateInput,
        lastDate: CalendarDateInput,
        weekdays: z.array(z.enum(WEEKDAYS)).max(WEEKDAYS.length).default([]),
        timeFrom: Time.nullable().default(null),
        timeUntil: Time.nullable().default(null),
      }),
    )
    .output(wrapped(WaitlistEntry))
    .errors(
      failsWith(
        'ContactNotFound',
        'PhoneNumberInexistent',
        'ServiceNotFound',
        'ResourceNotFound',
        'LocationNotFound',
        'WaitlistFull',
        'ClientBookingIdReused',
        'InvalidInput',
      ),
    ),

  remove: signedIn()
    .route({ method: 'POST', path: '/bookings/Waitlist/remove', tags, summary: 'Takes someone off the waitlist' })
    .input(z.object({ id: EntryId }))
    .output(wrapped(WaitlistEntry))
    .errors(failsWith('WaitlistEntryNotFound')),
}
