import { z } from 'zod'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'

export const ShortLink = z.object({
  code: z.string(),
  shortUrl: z.string(),
  url: z.string(),
  clicks: z.int().describe('Clicks by people; link previews and scanners are not counted.'),
  lastClickedAt: z.iso.datetime().nullable(),
  createdOnUtc: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  createdBy: z.string(),
  conversationSid: ConversationSid,
  contactName: z.string(),
})
export type ShortLink = z.infer<typeof ShortLink>

const Code = z.string().regex(/^[0-9A-Za-z]{8}$/, 'Not a short link code')
const service = { tags: ['conversations'] }

export const shortLinks = {
  create: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/ShortLink/create',
      summary: 'Creates a short link to send in a conversation',
      ...service,
    })
    .input(z.object({ conversationSid: ConversationSid, linkUrl: z.string().trim().min(1).max(2000) }))
    .output(wrapped(ShortLink))
    .errors(failsWith('ConversationNotFound', 'LinkNotShortenable')),

  getList: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/conversations/ShortLink/get-list',
      summary: 'Lists short links of conversations the caller can see, newest first',
      ...service,
    })
    .input(
      z.object({
        conversationSid: ConversationSid.optional(),
        locationIDs: z
          .array(z.uuid().meta({ names: 'location' }))
          .max(500)
          .optional()
          .describe('Only links of these locations.'),
        pageSize: z.int().min(1).max(100).default(50),
        beforeCode: Code.optional().describe('Last item of the previous page.'),
      }),
    )
    .output(wrapped(z.object({ shortLinks: z.array(ShortLink), hasNextPage: z.boolean() }))),

  remove: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'POST',
      path: '/conversations/ShortLink/remove',
      summary: 'Removes a short link',
      ...service,
    })
    .input(z.object({ linkCode: Code }))
    .output(wrapped(z.null()))
    .errors(failsWith('ShortLinkNotFound')),
}
