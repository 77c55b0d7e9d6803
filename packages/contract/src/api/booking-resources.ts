import { z } from 'zod'
import { RESOURCE_KINDS, RESOURCE_NAME_MAX } from '../rules/bookings.ts'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { words } from './words.ts'

const ResourceId = z.uuid().meta({ names: 'bookingResource' })

/** A teammate, a room or a piece of equipment that bookings take. */
export const BookingResource = z.object({
  id: z.uuid(),
  kind: z.enum(RESOURCE_KINDS),
  userID: z.uuid().nullable().describe('Of a teammate.'),
  name: z.string(),
  pictureUrl: z.string().nullable(),
  locationIDs: z.array(z.uuid()).describe('Where it can be booked: a room’s location, or where a teammate has hours.'),
  isArchived: z.boolean().describe('It can no longer be booked; its bookings stay.'),
  isOwn: z.boolean().describe('Whether it is the caller.'),
  version: z.int(),
})
export type BookingResource = z.infer<typeof BookingResource>

const tags = ['bookings']
const editing = () => endpoint({ permission: 'admin_manage_settings' })

export const bookingResources = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/bookings/Resource/get-list',
      tags,
      summary: 'Lists the teammates, rooms and equipment at the caller’s locations',
    })
    .input(z.object({ includesArchived: z.boolean().default(false) }))
    .output(wrapped(z.object({ resources: z.array(BookingResource) }))),

  save: editing()
    .route({
      method: 'POST',
      path: '/bookings/Resource/save',
      tags,
      summary: 'Makes a teammate bookable, or adds or updates a room or equipment',
    })
    .input(
      z.object({
        id: ResourceId.optional().describe('Of the room or equipment to update.'),
        version: z.int32().min(1).optional().describe('With `id`: the version that was edited.'),
        kind: z.enum(RESOURCE_KINDS),
        userID: z.uuid().nullable().default(null).describe('Of the teammate.'),
        name: words().max(RESOURCE_NAME_MAX).default('').describe('Of a room or equipment.'),
        locationID: z.uuid().nullable().default(null).describe('Of a room or equipment.'),
      }),
    )
    .output(wrapped(BookingResource))
    .errors(
      failsWith(
        'ResourceNotFound',
        'MemberNotFound',
        'LocationNotFound',
        'TooManyResources',
        'ChangedMeanwhile',
        'InvalidInput',
      ),
    ),

  setArchived: editing()
    .route({
      method: 'POST',
      path: '/bookings/Resource/set-archived',
      tags,
      summary:
        'Archives a teammate, room or equipment, which can no longer be booked, or restores it. Its bookings stay',
    })
    .input(z.object({ id: ResourceId, isArchived: z.boolean() }))
    .output(wrapped(BookingResource))
    .errors(failsWith('ResourceNotFound', 'MemberNotFound', 'TooManyResources')),
}
