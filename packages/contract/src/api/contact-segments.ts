import { z } from 'zod'
import { ContactCriteria } from './contact-list.ts'
import { endpoint, failsWith } from './endpoint.ts'
import { words } from './words.ts'

/** Filters of contacts, saved under a name. */
export const ContactSegment = z.object({
  id: z.uuid(),
  name: z.string(),
  search: z.string().describe('Query string of the URL of the contacts page.'),
  criteria: ContactCriteria.describe('What it matches now: ranges such as “last 30 days” move with the time.'),
  isShared: z.boolean(),
  isOwn: z.boolean(),
})
export type ContactSegment = z.infer<typeof ContactSegment>

const service = { tags: ['main'] }
const SegmentId = z.uuid().meta({ names: 'contactSegment' })
const Segments = z.object({ segments: z.array(ContactSegment) })

export const contactSegments = {
  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/main/ContactSegment/get-list',
      summary: 'Lists the caller’s own and shared segments of contacts, by name',
      ...service,
    })
    .output(Segments),

  save: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/ContactSegment/save',
      summary: 'Adds or updates a segment. Sharing requires admin_manage_settings',
      ...service,
    })
    .input(
      z.object({
        id: SegmentId.optional(),
        name: words().min(1).max(40),
        search: z.string().max(8000),
        isShared: z.boolean().default(false),
      }),
    )
    .output(ContactSegment)
    .errors(failsWith('SegmentNotFound', 'TooManySegments', 'TooManySharedSegments', 'Forbidden', 'InvalidInput')),

  delete: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/main/ContactSegment/delete',
      summary: 'Deletes one of the caller’s segments, or a shared one with admin_manage_settings',
      ...service,
    })
    .input(z.object({ id: SegmentId }))
    .output(Segments)
    .errors(failsWith('SegmentNotFound')),
}
