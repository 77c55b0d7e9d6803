import { type Conversation, contract } from '@frontdesk/contract/api'
import {
  conversationRules,
  defaultPermissions,
  fromSid,
  type Permission,
  type Role,
  type Viewer,
} from '@frontdesk/contract/rules'
import { describe, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { listEndpoints } from '../../testing/list-endpoints.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { sampleInput } from '../../testing/sample-input.ts'
import { newPhone, newWord, sharedTestInstance, type Tenant, type TestUser } from '../../testing/test-instance.ts'
import { listConversations } from '../conversations/index.ts'
import { roomsFor, roomsOf } from './rooms.ts'

const instance = await sharedTestInstance()

interface Seer {
  person: TestUser
  viewer: Viewer
  name: string
}

interface Scene {
  tenant: Tenant
  seers: Seer[]
  /**
   * One unassigned and one for each of the seers, at each of two locations, whether the seer may see that location or
   * not.
   */
  conversations: (Conversation & { phone: string; name: string; number: string })[]
}

/** Sets the locations of a teammate who may have conversations elsewhere: an assignee who can no longer see them. */
async function setLocations(tenant: Tenant, person: TestUser, locationIds: string[] | null) {
  const { owner } = instance.server.database
  const at = [tenant.tenantId, person.auth.userId]
  await owner.query('update users set has_all_locations = $3 where tenant_id = $1 and id = $2', [
    ...at,
    locationIds === null,
  ])
  for (const id of locationIds ?? [])
    await owner.query('insert into user_locations (tenant_id, user_id, location_id) values ($1, $2, $3)', [...at, id])
}

async function aScene(): Promise<Scene> {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  const kinds: [Role, string, string[] | null][] = (['Owner', 'Manager', 'TeamMember'] as const).flatMap((role) => [
    [role, 'everywhere', null] as [Role, string, null],
    [role, 'here', [here]] as [Role, string, string[]],
    [role, 'nowhere', []] as [Role, string, string[]],
  ])
  const seers: Seer[] = []
  for (const [role, place, locationIds] of kinds) {
    const person = await tenant.createUser(role)
    seers.push({
      person,
      name: `${role} ${place}`,
      viewer: { userId: person.auth.userId, role, permissions: defaultPermissions(role), locationIds },
    })
  }
  const conversations: Scene['conversations'] = []
  for (const [i, locationID] of [here, there].entries()) {
    for (const seer of [null, ...seers]) {
      const phone = newPhone()
      const name = `Zoe ${newWord()}`
      const number = tenant.numbers[i] ?? ''
      const { data } = ok(
        await tenant.owner.call(contract.conversations.getSetSms, {
          contactName: name,
          contactPhoneNumber: phone,
          tenantPhoneNumber: number,
          toUserID: seer?.viewer.userId ?? null,
          locationID,
        }),
      )
      conversations.push({ ...data, phone, name, number })
    }
  }
  for (const { person, viewer } of seers) await setLocations(tenant, person, viewer.locationIds as string[] | null)
  return { tenant, seers, conversations }
}

const scopeOf = ({ attributes: { locationID, toUserID } }: Conversation) => ({
  locationId: locationID,
  assigneeId: toUserID,
})

/** The cookie that opens files. */
async function signInForFilesCookie(person: TestUser): Promise<string> {
  const response = await fetch(`${instance.url}/api/main/Authenticate/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken: person.auth.refreshToken }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

test('one question, “may they see it?”, has one answer in every list, count, search, file, push and catch-up', async () => {
  const { tenant, seers, conversations } = await aScene()
  const screens = await Promise.all(seers.map(({ person }) => connectLive(instance.url, person.auth)))
  const start = await Promise.all(screens.map((screen) => screen.catchUp(null)))
  const upload = await fetch(`${instance.url}/sandbox/api/media`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: PIXEL,
  })
  const { url: mediaUrl } = (await upload.json()) as { url: string }
  for (const { phone, number } of conversations) {
    const texted = await fetch(`${instance.url}/sandbox/api/phones/${phone}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: number, body: 'Hello', mediaUrls: [mediaUrl] }),
    })
    expect(texted.status).toBe(201)
  }
  await instance.idle()
  const files = new Map<string, string>()
  for (const { sid } of conversations) {
    const [message] = await tenant.messagesOf({ sid })
    files.set(sid, message?.attachedMedia[0]?.url ?? '')
  }

  for (const [i, { person, viewer, name: who }] of seers.entries()) {
    const screen = screens[i]
    if (!screen) throw new Error('Every viewer has a screen.')
    const visible = conversations.filter((conversation) => conversationRules.see(viewer, scopeOf(conversation)))
    const sids = visible.map(({ sid }) => sid).sort()
    const is = (way: string, sidsSeen: Iterable<string>) =>
      expect({ who, way, sids: [...new Set(sidsSeen)].sort() }).toEqual({ who, way, sids })

    const { call } = person
    is(
      'get-list',
      (await tenant.list(person, { pageSize: 100 })).map(({ sid }) => sid),
    )
    const missed = await screen.catchUp(start[i]?.lastId ?? null)
    const replayed = missed.status === 'ok' ? missed.events : []
    is(
      'catch-up, conversations',
      replayed.flatMap((event) => (event.type === 'conversation.changed' ? event.conversation.sid : [])),
    )
    is(
      'catch-up, messages',
      replayed.flatMap((event) => (event.type === 'message.created' ? event.conversation.sid : [])),
    )
    // Answered on the same socket after everything that was pushed.
    is(
      'live',
      screen.received.flatMap((event) => (event.type === 'message.created' ? event.conversation.sid : [])),
    )
    is(
      'live, changes',
      screen.received.flatMap((event) => (event.type === 'message.changed' ? event.message.conversationSid : [])),
    )

    const { data: stats } = ok(await call(contract.conversations.getStats, {}))
    const expected = recount(visible)
    expect({ who, totalOpen: stats.totalOpen, ...stats.totals }).toEqual({
      who,
      totalOpen: visible.length,
      ...expected,
    })
    expect({ who, totalUnread: stats.totalUnread, ...stats.unreadTotals }).toEqual({
      who,
      totalUnread: visible.length,
      ...expected,
    })

    const cookie = await signInForFilesCookie(person)
    const bySid: string[] = []
    const byMessages: string[] = []
    const byName: string[] = []
    const byPhone: string[] = []
    const byNumber: string[] = []
    const byFile: string[] = []
    for (const { sid, name, phone } of conversations) {
      if ('data' in (await call(contract.conversations.getBySid, { sid }))) bySid.push(sid)
      if ('data' in (await call(contract.messages.getListByConversationIds, { conversationIds: [sid] })))
        byMessages.push(sid)
      byName.push(...(await tenant.list(person, { searchName: name })).map(({ sid }) => sid))
      byPhone.push(...(await tenant.list(person, { searchPhoneNumber: phone })).map(({ sid }) => sid))
      const { data } = ok(await call(contract.conversations.getByPhoneNumber, { phoneNumber: phone }))
      byNumber.push(...data.conversations.map(({ sid }) => sid))
      const file = await fetch(instance.url + files.get(sid), { headers: { cookie } })
      expect([200, 404]).toContain(file.status)
      if (file.status === 200) byFile.push(sid)
    }
    is('get-by-sid', bySid)
    is('message list', byMessages)
    is('search by name', byName)
    is('search by phone', byPhone)
    is('get-by-phonenumber', byNumber)
    is('file', byFile)
  }
  for (const screen of screens) screen.close()
  expect(instance.errors).toEqual([])
}, 60_000)

function recount(conversations: Conversation[]) {
  const by = (keyOf: (conversation: Conversation) => string | null) => {
    const counts: Record<string, number> = {}
    for (const conversation of conversations) {
      const key = keyOf(conversation)
      if (key !== null) counts[key] = (counts[key] ?? 0) + 1
    }
    return counts
  }
  return {
    byUser: by(({ attributes }) => attributes.toUserID),
    byFolder: by(({ attributes }) => attributes.folder),
    byStatus: by(({ attributes }) => attributes.statusKey),
    byLocation: by(({ attributes }) => attributes.locationID),
  }
}

test('a teammate without a location sees nothing', async () => {
  const { tenant, seers } = await aScene()
  const nowhere = seers.filter(({ viewer }) => viewer.locationIds?.length === 0)
  expect(nowhere).toHaveLength(3)
  for (const { person } of nowhere) {
    expect(await tenant.list(person)).toEqual([])
    expect(ok(await person.call(contract.conversations.getStats, {})).data).toMatchObject({
      totalOpen: 0,
      totalClosed: 0,
      totals: { byLocation: {} },
    })
    expect(ok(await person.call(contract.locations.getLocations, undefined)).locations).toEqual([])
    expect(ok(await person.call(contract.phoneNumbers.getList, undefined)).data.phoneNumbers).toEqual([])
  }
})

test('every endpoint treats what a team member may not see as if it did not exist', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const conversation = await tenant.textFrom(newPhone(), 'For nobody in particular')
  const clientMessageId = crypto.randomUUID()
  const { data } = ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: conversation.sid,
      text: 'Hello',
      clientMessageId,
    }),
  )
  await instance.idle()
  const member = await tenant.createUser('TeamMember')
  const contents = async () => [
    await tenant.conversationWith(conversation.phoneNumber),
    await tenant.messagesOf(conversation),
  ]
  const before = await contents()
  let tried = 0
  for (const { name, endpoint, permission, inputSchema } of listEndpoints()) {
    if (permission !== 'anyone signed in' || !inputSchema) continue
    const { input, leaves } = sampleInput(inputSchema, {
      conversation: conversation.sid,
      message: data.message.sid,
      file: `ME${'0'.repeat(32)}`,
      phoneNumber: '',
      template: crypto.randomUUID(),
      location: tenant.locationIds[0] ?? '',
      user: member.auth.userId,
      tenantPhone: tenant.numbers[0] ?? '',
      contactPhone: conversation.phoneNumber,
      contact: conversation.contact.id,
      contactNote: crypto.randomUUID(),
      notification: crypto.randomUUID(),
      device: crypto.randomUUID(),
      bulkAction: crypto.randomUUID(),
      view: crypto.randomUUID(),
      contactSegment: crypto.randomUUID(),
      bookingView: crypto.randomUUID(),
      servicePicture: `/files/services/${'0'.repeat(32)}`,
      documentLogo: `/files/payment-logos/${'0'.repeat(32)}`,
      contactField: crypto.randomUUID(),
      contactImport: crypto.randomUUID(),
      group: `GC${'0'.repeat(32)}`,
      groupNote: crypto.randomUUID(),
      groupMessage: crypto.randomUUID(),
      campaign: crypto.randomUUID(),
      automation: crypto.randomUUID(),
      optInKeyword: crypto.randomUUID(),
      bookingService: crypto.randomUUID(),
      bookingResource: crypto.randomUUID(),
      bookingBlock: crypto.randomUUID(),
      booking: crypto.randomUUID(),
      bookingTask: crypto.randomUUID(),
      refundRequest: crypto.randomUUID(),
      payment: crypto.randomUUID(),
      estimate: crypto.randomUUID(),
      paymentDispute: crypto.randomUUID(),
      savedCard: crypto.randomUUID(),
      paymentTax: crypto.randomUUID(),
      waitlistEntry: crypto.randomUUID(),
      calendarConnection: crypto.randomUUID(),
      calendar: crypto.randomUUID(),
      calendarFeed: crypto.randomUUID(),
      contactMerge: crypto.randomUUID(),
      consentEvent: crypto.randomUUID(),
    })
    // Optional fields only narrow the response, here to nothing.
    const isAbout = leaves.some(
      ({ names, isOptional }) => !isOptional && ['conversation', 'message', 'contact'].includes(names ?? ''),
    )
    if (!isAbout) continue
    tried += 1
    const answer = await callEndpoint(instance.url, endpoint, input as never, member.auth.bearerToken)
    expect({ name, answer }).toEqual({ name, answer: expect.objectContaining({ status: 404 }) })
  }
  expect(tried).toBeGreaterThan(8)
  expect(await contents()).toEqual(before)
})

describe('with permissions other than a role’s own', () => {
  const both = [
    'convos_view_assigned_to_others',
    'convos_view_unassigned_conversations',
  ] as const satisfies Permission[]
  const sets: Permission[][] = [[], [both[0]], [both[1]], [...both]]

  test('rule, rooms and database agree', async () => {
    const { tenant, seers, conversations } = await aScene()
    const [here = '', there = ''] = tenant.locationIds
    const me = seers[7]?.viewer.userId ?? ''
    for (const permissions of sets) {
      for (const locationIds of [null, [], [here], [there], [here, there]]) {
        const actor = {
          tenantId: tenant.tenantId,
          sessionId: '',
          displayName: '',
          email: '',
          userId: me,
          role: 'TeamMember' as const,
          permissions,
          locationIds,
        }
        const rooms = new Set(roomsOf(actor))
        const { conversations: listed } = await instance.server.services.inTenant(actor, (tx) =>
          listConversations(
            tx,
            actor,
            contract.conversations.getList['~orpc'].inputSchema?.parse({ pageSize: 100 }) as never,
          ),
        )
        const shown = new Set(listed.map(({ id }) => id))
        for (const conversation of conversations) {
          const sees = conversationRules.see(actor, scopeOf(conversation))
          const waitFor = roomsFor(scopeOf(conversation)).some((room) => rooms.has(room))
          const lists = shown.has(fromSid(conversation.sid))
          expect({ permissions, locationIds, id: fromSid(conversation.sid), waitFor, lists }).toEqual({
            permissions,
            locationIds,
            id: fromSid(conversation.sid),
            waitFor: sees,
            lists: sees,
          })
        }
      }
    }
  })
})
