import { z } from 'zod'
import { endpoint, failsWith, wrapped } from './endpoint.ts'
import { ConversationSid } from './ids.ts'

export const PresenceSession = z.object({
  os: z.string(),
  browser: z.string(),
  isMobile: z.boolean(),
  isApp: z.boolean().describe('The app is installed to the home screen.'),
  isActive: z.boolean(),
})
export type PresenceSession = z.infer<typeof PresenceSession>

/** Presence of a user. The conversation they have open is only published as `viewing`, to those who may see it. */
export const Presence = z.object({
  tenantID: z.uuid(),
  userID: z.uuid(),
  userName: z.string(),
  profileUrl: z.string().nullable(),
  isOwner: z.boolean().describe('Owners can grant permissions.'),
  isActive: z.boolean(),
  lastSeen: z.iso.datetime().nullable(),
  page: z.string().nullable().describe('Area of the app, such as conversations.'),
  pageCurrent: z.string().nullable(),
  pageFrom: z.string().nullable(),
  session: PresenceSession.nullable().describe('The session used last; null when none is open.'),
  sessions: z.array(PresenceSession),
  loggedOut: z.boolean(),
})
export type Presence = z.infer<typeof Presence>

/** State that an open screen reports. */
export const ScreenReport = z.object({
  isActive: z.boolean(),
  page: z.string().max(300).startsWith('/'),
  isApp: z.boolean(),
})
export type ScreenReport = z.infer<typeof ScreenReport>

const Viewer = z.object({ userID: z.uuid(), displayName: z.string() })

const service = { tags: ['presence'] }

export const presence = {
  getList: endpoint({ permission: 'anyone signed in' })
    .route({
      method: 'GET',
      path: '/presence/Presence/get-list',
      summary: 'Lists every teammate’s presence',
      ...service,
    })
    .output(wrapped(z.object({ people: z.array(Presence) }))),

  getViewers: endpoint({ permission: 'anyone signed in', isRead: true })
    .route({
      method: 'POST',
      path: '/presence/Presence/get-viewers',
      summary: 'Lists teammates who have this conversation open',
      ...service,
    })
    .input(z.object({ sid: ConversationSid }))
    .output(wrapped(z.object({ viewers: z.array(Viewer) })))
    .errors(failsWith('ConversationNotFound')),
}
