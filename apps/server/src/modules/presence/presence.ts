import { ConversationSid, type Presence, type PresenceSession } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readUserAgent } from '../../platform/http/user-agent.ts'
import type { Needs } from '../../platform/module.ts'
import type { Screen, ScreenHooks } from '../../platform/realtime/realtime.ts'
import { findVisibleFacts } from '../conversations/index.ts'
import { roomsFor, TEAM_ROOM } from '../visibility/index.ts'
import { findPeople, type PersonRow } from './queries.ts'

declare module '../../platform/module.ts' {
  interface ModuleServices {
    /** The people of a tenant who have Frontdesk open and used it lately. */
    whoIsThere: (tenantId: string) => Promise<string[]>
  }
}

export type PresenceDeps = Needs<'inTenant' | 'now' | 'push' | 'screensOf'>

/** What is kept of "last seen" is right to the minute. */
const KEEP_EVERY_MS = 60_000

const CONVERSATION_PAGE = /^\/conversations\/(CH[0-9a-f]{32})/

/** The area of a page as everybody may know it: never which conversation, contact or payment somebody looks at. */
const areaOf = (page: string): string => page.split(/[/?#]/)[1] || 'conversations'
const publicPage = (page: string): string => {
  const [area, sub] = (page.split(/[?#]/)[0] ?? '').split('/').slice(1)
  return sub && /^[a-z-]+$/.test(sub) ? `/${area}/${sub}` : `/${area || 'conversations'}`
}

/** One record of a person from all their screens; the one used last speaks for them. */
export function toPresence(person: PersonRow, screens: Screen[], tenantId: string): Presence {
  const newestFirst = screens.toSorted(
    (a, b) => Number(b.isActive) - Number(a.isActive) || (isAfter(a.at, b.at) ? -1 : 1),
  )
  const [latest] = newestFirst
  const seen = [person.lastSeenAt, ...screens.filter(({ isActive }) => isActive).map(({ at }) => at)]
  const sessions = newestFirst.map(toSession)
  return {
    tenantID: tenantId,
    userID: person.id,
    userName: person.displayName,
    profileUrl: person.profileUrl,
    isOwner: person.role === 'Owner',
    isActive: latest?.isActive ?? false,
    lastSeen: seen.reduce((a, b) => (a && b ? (isAfter(a, b) ? a : b) : (a ?? b)), null),
    page: latest ? areaOf(latest.page) : null,
    pageCurrent: latest ? publicPage(latest.page) : null,
    pageFrom: latest?.cameFrom ? publicPage(latest.cameFrom) : null,
    session: sessions[0] ?? null,
    sessions,
    loggedOut: screens.length === 0 && !person.hasSession,
  }
}

const toSession = ({ userAgent, isApp, isActive }: Screen): PresenceSession => ({
  ...readUserAgent(userAgent),
  isApp,
  isActive,
})

/** Follows the screens of signed-in people and tells their teammates. */
export function createPresence(deps: PresenceDeps): ScreenHooks {
  return {
    now: deps.now,

    mayView: async (actor, page) => {
      const sid = CONVERSATION_PAGE.exec(page)?.[1]
      if (!sid || !ConversationSid.safeParse(sid).success) return null
      const facts = await deps.inTenant(actor, (tx) => findVisibleFacts(tx, actor, fromSid(sid)))
      return facts ? sid : null
    },

    changed: async (actor, before, after) => {
      const isWorthTelling =
        !before ||
        !after ||
        before.isActive !== after.isActive ||
        publicPage(before.page) !== publicPage(after.page) ||
        before.isApp !== after.isApp
      await deps.inTenant(actor, async (tx) => {
        // Who only has a screen open was last there when they last touched it.
        if (after?.isActive || before?.isActive) await keepLastSeen(tx, actor.userId, deps.now())
      })
      if (isWorthTelling) await tellTeam(deps, actor)
      if (before?.viewing !== after?.viewing) {
        if (before?.viewing) await tellViewers(deps, actor, before.viewing)
        if (after?.viewing) await tellViewers(deps, actor, after.viewing)
      }
    },
  }
}

const keepLastSeen = (tx: TenantTx, userId: string, now: string) =>
  tx
    .updateTable('users')
    .set({ lastSeenAt: now })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', userId)
    .where((where) =>
      where.or([where('lastSeenAt', 'is', null), where('lastSeenAt', '<=', shift(now, -KEEP_EVERY_MS))]),
    )
    .execute()

/** Tells everybody in the business how present the person now is. */
async function tellTeam(deps: PresenceDeps, actor: Actor): Promise<void> {
  const [screens, person] = await Promise.all([
    deps.screensOf(actor.tenantId, { userId: actor.userId }),
    deps.inTenant(actor, async (tx) => (await findPeople(tx, actor.userId))[0]),
  ])
  if (!person) return
  deps.push(actor.tenantId, [TEAM_ROOM], {
    type: 'presence.changed',
    id: null,
    at: deps.now(),
    presence: toPresence(person, screens, actor.tenantId),
  })
}

/** Tells whoever may see the conversation whether the person has it open, on any of their screens. */
async function tellViewers(deps: PresenceDeps, actor: Actor, sid: string): Promise<void> {
  const [screens, facts] = await Promise.all([
    deps.screensOf(actor.tenantId, { viewing: sid }),
    deps.inTenant(actor, (tx) => findVisibleFacts(tx, null, fromSid(sid))),
  ])
  if (!facts) return
  deps.push(actor.tenantId, roomsFor(facts), {
    type: 'viewing',
    id: null,
    at: deps.now(),
    conversationSid: sid,
    userID: actor.userId,
    displayName: actor.displayName,
    isViewing: screens.some(({ userId }) => userId === actor.userId),
  })
}

/** Every teammate, and whether they are there. */
export async function listPresence(deps: PresenceDeps, actor: Actor): Promise<Presence[]> {
  const [people, screens] = await Promise.all([
    deps.inTenant(actor, (tx) => findPeople(tx, null)),
    deps.screensOf(actor.tenantId),
  ])
  const byUser = Map.groupBy(screens, ({ userId }) => userId)
  return people.map((person) => toPresence(person, byUser.get(person.id) ?? [], actor.tenantId))
}

export async function listViewers(deps: PresenceDeps, actor: Actor, sid: string) {
  const screens = await deps.screensOf(actor.tenantId, { viewing: sid })
  return [...new Map(screens.map(({ userId, displayName }) => [userId, { userID: userId, displayName }])).values()]
}

/** Who only reads moves no mouse; after this long without a touch somebody is away. */
const AWAY_AFTER_MS = 10 * 60_000

/** The people who have a screen open that they used lately. */
export const whoIsThere = (screens: Screen[], now: string): string[] => [
  ...new Set(
    screens
      .filter(({ isActive, at }) => isActive || isAfter(at, shift(now, -AWAY_AFTER_MS)))
      .map(({ userId }) => userId),
  ),
]
