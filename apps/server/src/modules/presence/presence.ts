import { ConversationSid, type Presence, type PresenceSession } from '@frontdesk/contract/api'
import { type ConversationScope, conversationRules, fromSid, toSid } from '@frontdesk/contract/rules'
import type { Actor } from '../../platform/actor.ts'
import { isAfter, shift } from '../../platform/clock.ts'
import type { TenantTx } from '../../platform/database/database.ts'
import { readUserAgent } from '../../platform/http/user-agent.ts'
import type { Needs } from '../../platform/module.ts'
import type { ScreenHooks } from '../../platform/realtime/screens.ts'
import type { Screen } from '../../platform/realtime/socket.ts'
import { findPerson } from '../accounts/index.ts'
import { findVisibleScope } from '../conversations/index.ts'
import { roomsFor, TEAM_ROOM } from '../visibility/index.ts'
import { findPeople, type PersonRow } from './queries.ts'

declare module '../../platform/module.ts' {
  interface ModuleServices {
    /** Ids of the tenant's users who have Frontdesk open and used it recently. */
    listActiveUsers: (tenantId: string) => Promise<string[]>
  }
}

export type PresenceDeps = Needs<'inTenant' | 'now' | 'push' | 'screensOf'>

/** `last_seen_at` is updated at most this often. */
const LAST_SEEN_INTERVAL_MS = 60_000

const CONVERSATION_PAGE = /^\/conversations\/(CH[0-9a-f]{32})/

/** Area of a page as shown to the team; omits which conversation, contact or payment is open. */
const areaOf = (page: string): string => page.split(/[/?#]/)[1] || 'conversations'
const publicPage = (page: string): string => {
  const [area, sub] = (page.split(/[?#]/)[0] ?? '').split('/').slice(1)
  return sub && /^[a-z-]+$/.test(sub) ? `/${area}/${sub}` : `/${area || 'conversations'}`
}

/** Combines all screens of a user into one record; the most recently used one determines its state. */
function toPresence(person: PersonRow, screens: Screen[], tenantId: string): Presence {
  const newestFirst = screens.toSorted(
    (a, b) => Number(b.isActive) - Number(a.isActive) || (isAfter(a.at, b.at) ? -1 : 1),
  )
  const [latest] = newestFirst
  const lastSeenTimes = [person.lastSeenAt, ...screens.filter(({ isActive }) => isActive).map(({ at }) => at)]
  const sessions = newestFirst.map(toSession)
  return {
    tenantID: tenantId,
    userID: person.id,
    userName: person.displayName,
    profileUrl: person.profileUrl,
    isOwner: person.role === 'Owner',
    isActive: latest?.isActive ?? false,
    lastSeen: lastSeenTimes.reduce((a, b) => (a && b ? (isAfter(a, b) ? a : b) : (a ?? b)), null),
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

/** Tracks the screens of signed-in users and publishes changes to their teammates. */
export function createPresence(deps: PresenceDeps): ScreenHooks {
  return {
    now: deps.now,

    mayView: async (actor, page) => {
      const sid = CONVERSATION_PAGE.exec(page)?.[1]
      if (!sid || !ConversationSid.safeParse(sid).success) return null
      const id = fromSid(sid)
      const scope = await deps.inTenant(actor, (tx) => findVisibleScope(tx, actor, id))
      return scope ? id : null
    },

    changed: async (actor, before, after) => {
      const isPresenceChanged =
        !before ||
        !after ||
        before.isActive !== after.isActive ||
        publicPage(before.page) !== publicPage(after.page) ||
        before.isApp !== after.isApp
      await deps.inTenant(actor, async (tx) => {
        // An idle screen doesn't count as being seen.
        if (after?.isActive || before?.isActive) await updateLastSeen(tx, actor.userId, deps.now())
      })
      if (isPresenceChanged) await publishPresence(deps, actor)
      if (before?.viewing !== after?.viewing) {
        if (before?.viewing) await publishViewing(deps, actor, before.viewing)
        if (after?.viewing) await publishViewing(deps, actor, after.viewing)
      }
    },
  }
}

const updateLastSeen = (tx: TenantTx, userId: string, now: string) =>
  tx
    .updateTable('users')
    .set({ lastSeenAt: now })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', userId)
    .where((where) =>
      where.or([where('lastSeenAt', 'is', null), where('lastSeenAt', '<=', shift(now, -LAST_SEEN_INTERVAL_MS))]),
    )
    .execute()

/** Publishes the user's presence to their team. */
async function publishPresence(deps: PresenceDeps, actor: Actor): Promise<void> {
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

/** Publishes whether the user has the conversation open on any screen, to everyone who may see it. */
async function publishViewing(deps: PresenceDeps, actor: Actor, conversationId: string): Promise<void> {
  const [screens, scope] = await Promise.all([
    deps.screensOf(actor.tenantId, { viewing: conversationId }),
    deps.inTenant(actor, (tx) => findVisibleScope(tx, null, conversationId)),
  ])
  if (!scope) return
  deps.push(actor.tenantId, roomsFor(scope), {
    type: 'viewing',
    id: null,
    at: deps.now(),
    conversationSid: toSid('CH', conversationId),
    userID: actor.userId,
    displayName: actor.displayName,
    isViewing: screens.some(({ userId }) => userId === actor.userId),
  })
}

/** Lists teammates with their presence. */
export async function listPresence(deps: PresenceDeps, actor: Actor): Promise<Presence[]> {
  const [people, screens] = await Promise.all([
    deps.inTenant(actor, (tx) => findPeople(tx, null)),
    deps.screensOf(actor.tenantId),
  ])
  const byUser = Map.groupBy(screens, ({ userId }) => userId)
  return people.map((person) => toPresence(person, byUser.get(person.id) ?? [], actor.tenantId))
}

/** Lists the users who have a conversation open, without those who may no longer see it. */
export async function listViewers(deps: PresenceDeps, actor: Actor, id: string, scope: ConversationScope) {
  const screens = await deps.screensOf(actor.tenantId, { viewing: id })
  const names = new Map(screens.map(({ userId, displayName }) => [userId, displayName]))
  return deps.inTenant(actor, async (tx) => {
    const viewers: { userID: string; displayName: string }[] = []
    for (const [userID, displayName] of names) {
      const person = await findPerson(tx, userID)
      if (person && conversationRules.see(person, scope)) viewers.push({ userID, displayName })
    }
    return viewers
  })
}

/** Idle time before a user counts as away; generous, because reading causes no input. */
const AWAY_AFTER_MS = 10 * 60_000

/** Ids of the users with a screen they used recently. */
export const listActiveUsers = (screens: Screen[], now: string): string[] => [
  ...new Set(
    screens
      .filter(({ isActive, at }) => isActive || isAfter(at, shift(now, -AWAY_AFTER_MS)))
      .map(({ userId }) => userId),
  ),
]
