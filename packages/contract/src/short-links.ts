import { z } from 'zod'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'

export const SHORT_LINK_PATH = '/l/'
export const SHORT_LINK_CODE_LENGTH = 8
/** After this long a link ends on a friendly page. */
export const SHORT_LINK_DAYS = 365
/** Shorter ones gain nothing. */
export const SHORTEN_FROM_LENGTH = 36

const NOT_PUBLIC = /(^|\.)(localhost|local|internal|lan|home|corp|intranet|home\.arpa)$/i

/**
 * An address that may be sent to a contact under a short one: on the open web, by name. Null for anything else: scripts,
 * files, addresses by number, names of private networks, and addresses that carry a password.
 */
export function readLinkTarget(typed: string): string | null {
  let url: URL
  try {
    url = new URL(typed)
  } catch {
    return null
  }
  const isByNumber = /^[\d.]+$/.test(url.hostname) || url.hostname.includes(':')
  const isFine =
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    url.hostname.includes('.') &&
    !isByNumber &&
    !NOT_PUBLIC.test(url.hostname.replace(/\.$/, ''))
  return isFine ? url.href : null
}

const WEB_ADDRESS = /https?:\/\/[^\s<>"]+/gi

/**
 * The addresses in a text that are long enough to be shortened, without what only ends the sentence. The longest first:
 * taken out of the text in this order, none takes away the beginning of another.
 */
export const longLinksIn = (text: string): string[] =>
  [
    ...new Set(
      [...text.matchAll(WEB_ADDRESS)]
        .map(([found]) => found.replace(/[.,;:!?)\]}'’”]+$/, ''))
        .filter((url) => url.length >= SHORTEN_FROM_LENGTH && readLinkTarget(url) !== null),
    ),
  ].toSorted((a, b) => b.length - a.length)

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
