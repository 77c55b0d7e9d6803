import { z } from 'zod'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { View } from './views.ts'
import { words } from './words.ts'

const tags = ['bookings']
const BookingViewId = z.uuid().meta({ names: 'bookingView' })
const Views = wrapped(z.object({ views: z.array(View) }))

export const bookingViews = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/bookings/View/get-list',
      tags,
      summary: 'Lists the caller’s own and shared views of the list of bookings, by name',
    })
    .output(Views),

  save: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/bookings/View/save',
      tags,
      summary: 'Adds or updates a view of the list of bookings. Sharing requires admin_manage_settings',
    })
    .input(
      z.object({
        id: BookingViewId.optional(),
        name: words().min(1).max(40),
        search: z.string().max(8000).describe('Query string of the URL of the list.'),
        isShared: z.boolean().default(false),
      }),
    )
    .output(wrapped(View))
    .errors(failsWith('ViewNotFound', 'TooManyViews', 'TooManySharedViews', 'Forbidden')),

  delete: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/bookings/View/delete',
      tags,
      summary: 'Deletes one of the caller’s views, or a shared one with admin_manage_settings',
    })
    .input(z.object({ id: BookingViewId }))
    .output(Views)
    .errors(failsWith('ViewNotFound')),
}
