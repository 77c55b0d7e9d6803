import { z } from 'zod'
import { SERVICE_PAYMENTS } from '../rules/booking-payments.ts'
import {
  areDurationsValid,
  BUFFER_MINUTES_MAX,
  DURATION_MINUTES,
  DURATIONS_MAX,
  GAP_MINUTES_MAX,
  HORIZON_DAYS_MAX,
  NOTICE_MINUTES_MAX,
  QUESTION_MAX,
  QUESTIONS_MAX,
  SEATS_MAX,
  SERVICE_NAME_MAX,
  SERVICE_PICTURE_URL,
  SERVICE_TEXT_MAX,
  STEP_MINUTES,
  VISIT_ITEMS_MAX,
} from '../rules/bookings.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { Share } from './money.ts'
import { words } from './words.ts'

const ServiceId = z.uuid().meta({ names: 'bookingService' })
const ResourceId = z.uuid().meta({ names: 'bookingResource' })
const buffer = z.int().min(0).max(BUFFER_MINUTES_MAX)

export const BookingQuestion = z.object({
  text: words().min(1).max(QUESTION_MAX),
  isRequired: z.boolean(),
})
export type BookingQuestion = z.infer<typeof BookingQuestion>

/** A service that follows in the same visit. */
export const FollowOn = z.object({
  serviceID: ServiceId,
  gapMinutes: z.int().min(0).max(GAP_MINUTES_MAX).describe('Between the two, such as processing time.'),
})
export type FollowOn = z.infer<typeof FollowOn>

const details = {
  name: words().min(1).max(SERVICE_NAME_MAX),
  description: words().max(SERVICE_TEXT_MAX).default(''),
  color: z.string().regex(/^#[0-9a-f]{6}$/i, 'A hash sign and six hex digits'),
  pictureURL: z
    .string()
    .regex(SERVICE_PICTURE_URL)
    .nullable()
    .default(null)
    .describe('Of a picture that was uploaded by upload-picture.'),
  durations: z
    .array(z.int().min(DURATION_MINUTES.min).max(DURATION_MINUTES.max))
    .max(DURATIONS_MAX)
    .refine(areDurationsValid, 'At least one length, each once')
    .describe('Offered lengths in minutes; the first one is the default.'),
  priceAmount: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .nullable()
    .default(null)
    .describe('In the smallest unit of the currency; null: no price is shown.'),
  paymentKind: z
    .enum(SERVICE_PAYMENTS)
    .default('none')
    .describe('The payment required to book it online; `card`: a card on file, nothing is charged.'),
  deposit: Share.nullable().default(null).describe('With the kind `deposit`: an amount, or a percentage of the price.'),
  bufferBeforeMinutes: buffer.default(0),
  bufferAfterMinutes: buffer.default(0),
  noticeMinutes: z.int().min(0).max(NOTICE_MINUTES_MAX).default(60).describe('The least time before a visit.'),
  horizonDays: z.int().min(1).max(HORIZON_DAYS_MAX).default(90).describe('How far ahead it can be booked.'),
  stepMinutes: z.literal([...STEP_MINUTES]).default(30),
  dayMax: z.int().min(1).max(1000).nullable().default(null).describe('Bookings per day at a location.'),
  personMax: z.int().min(1).max(100).nullable().default(null).describe('Upcoming bookings per person.'),
  seats: z.int().min(1).max(SEATS_MAX).default(1).describe('Above 1: a group session that so many can book.'),
  isOnline: z.boolean().default(true).describe('Whether people can book it on the booking page.'),
  requiresApproval: z.boolean().default(false).describe('Whether a teammate approves what is booked there.'),
  questions: z.array(BookingQuestion).max(QUESTIONS_MAX).default([]),
  followOns: z
    .array(FollowOn)
    .max(VISIT_ITEMS_MAX - 1)
    .default([]),
  locationIDs: z.array(z.uuid()).max(200).default([]).describe('Empty: all locations.'),
  resourceIDs: z
    .array(ResourceId)
    .max(300)
    .default([])
    .describe('Who and what can provide it. A booking takes one of each kind.'),
}

export const BookingService = z.object({
  id: z.uuid(),
  ...z.object(details).shape,
  currency: z.string().length(3),
  isArchived: z.boolean(),
  upcomingBookings: z.int().nullable().describe('Only for an archived service; null for others.'),
  version: z.int(),
})
export type BookingService = z.infer<typeof BookingService>

const tags = ['bookings']
const byId = z.object({ id: ServiceId })
const editing = () => endpoint({ permission: 'admin_manage_settings' })

export const bookingServices = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({ method: 'POST', path: '/bookings/Service/get-list', tags, summary: 'Lists services, in their order' })
    .input(z.object({ includesArchived: z.boolean().default(false) }))
    .output(wrapped(z.object({ services: z.array(BookingService) }))),

  get: endpoint({ permission: 'anyone signed in' })
    .route({ method: 'GET', path: '/bookings/Service/get/{id}', tags, summary: 'Returns a service' })
    .input(byId)
    .output(wrapped(BookingService))
    .errors(failsWith('ServiceNotFound')),

  save: editing()
    .route({ method: 'POST', path: '/bookings/Service/save', tags, summary: 'Adds a service, or updates one' })
    .input(
      z.object({
        id: ServiceId.optional().describe('Of the service to update.'),
        version: z.int32().min(1).optional().describe('With `id`: the version that was edited.'),
        ...details,
      }),
    )
    .output(wrapped(BookingService))
    .errors(
      failsWith(
        'ServiceNotFound',
        'ResourceNotFound',
        'LocationNotFound',
        'FileNotFound',
        'TooManyServices',
        'ChangedMeanwhile',
        'InvalidInput',
      ),
    ),

  uploadPicture: editing()
    .route({
      method: 'POST',
      path: '/bookings/Service/upload-picture',
      tags,
      summary: 'Crops an uploaded picture for a service; save then sets it',
    })
    .input(z.object({ file: z.file() }))
    .output(wrapped(z.object({ pictureURL: z.string() })))
    .errors(failsWith('PictureUnreadable', 'PictureTooLarge', 'RequestTooLarge', 'FilesUnavailable')),

  setArchived: editing()
    .route({
      method: 'POST',
      path: '/bookings/Service/set-archived',
      tags,
      summary: 'Archives a service, which can no longer be booked, or restores it. Its bookings stay',
    })
    .input(byId.extend({ isArchived: z.boolean() }))
    .output(wrapped(BookingService))
    .errors(failsWith('ServiceNotFound', 'TooManyServices')),

  reorder: editing()
    .route({ method: 'POST', path: '/bookings/Service/reorder', tags, summary: 'Changes the order of the services' })
    .input(
      z.object({ ids: z.array(ServiceId).min(1).max(300).describe('All that are not archived, in the new order.') }),
    )
    .output(wrapped(z.object({ services: z.array(BookingService) })))
    .errors(failsWith('ServiceNotFound', 'ChangedMeanwhile')),
}
