import { z } from 'zod'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { words } from './words.ts'

export const View = z.object({
  id: z.uuid(),
  name: z.string(),
  search: z.string().describe('Query string of the inbox URL.'),
  isShared: z.boolean(),
  isOwn: z.boolean(),
})
export type View = z.infer<typeof View>

const tags = ['conversations']
const oneView = z.object({ id: z.uuid().meta({ names: 'view' }) })
const Views = wrapped(z.object({ views: z.array(View) }))

export const views = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/View/get-list',
      tags,
      summary: 'Lists the caller’s own and shared inbox views, by name',
    })
    .output(Views),

  save: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/View/save',
      tags,
      summary: 'Adds or updates a view. Sharing requires admin_manage_settings',
    })
    .input(
      z.object({
        id: z.uuid().meta({ names: 'view' }).optional(),
        name: words().min(1).max(40),
        search: z.string().max(2000),
        isShared: z.boolean().default(false),
      }),
    )
    .output(wrapped(View))
    .errors(failsWith('ViewNotFound', 'TooManyViews', 'TooManySharedViews', 'Forbidden')),

  delete: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/View/delete',
      tags,
      summary: 'Deletes one of the caller’s views, or a shared view with admin_manage_settings',
    })
    .input(oneView)
    .output(Views)
    .errors(failsWith('ViewNotFound')),

  count: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/View/count',
      tags,
      summary: 'Counts the conversations the caller sees in each view, up to 999',
    })
    .input(z.object({ locationID: z.uuid().nullable().default(null) }))
    .output(wrapped(z.object({ counts: z.record(z.string(), z.int()) }))),
}
