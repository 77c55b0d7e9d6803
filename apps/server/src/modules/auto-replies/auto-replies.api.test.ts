import { type BusinessHours, contract } from '@frontdesk/contract/api'
import { DEFAULT_AFTER_HOURS_MESSAGE, fromSid, WEEKDAYS } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { connectLive } from '../../testing/live-connection.ts'
import { newPhone, startTestInstance, type Tenant, type TestInstance } from '../../testing/test-instance.ts'

const { businessHours, conversationConfigs } = contract

/** A Saturday evening in New York, years ahead of the database's clock, so that delayed jobs are not due. */
const START = '2037-11-21T23:00:00.000Z'
let now = START
let instance: TestInstance
beforeAll(async () => {
  instance = await startTestInstance({ now: () => now })
})
afterAll(() => instance.close())
beforeEach(() => {
  now = START
})

/** Advances the clock and renews the owner's token. */
async function later({ owner: { auth } }: Tenant, instant: string): Promise<void> {
  now = instant
  Object.assign(auth, ok(await callEndpoint(instance.url, contract.accounts.refreshSession, auth)))
}

const nineToFive = [{ opens: '09:00', closes: '17:00' }]
const weekdays = Object.fromEntries(
  WEEKDAYS.map((day) => [day, day === 'saturday' || day === 'sunday' ? [] : nineToFive]),
) as BusinessHours['week']

async function withHours(tenant: Tenant, message = 'Closed. Back soon, :contact_name:. :business_location:') {
  return ok(
    await tenant.owner.call(businessHours.save, {
      locationID: tenant.locationIds[0] ?? '',
      week: weekdays,
      exceptions: [],
      afterHours: { isEnabled: true, message },
      version: 0,
    }),
  )
}

const automatic = async (tenant: Tenant, phone: string) => {
  await instance.idle()
  return (await tenant.messagesOnPhone(phone))
    .filter(({ direction }) => direction !== 'inbound')
    .map(({ body }) => body)
}
const said = async (tenant: Tenant, phone: string) => {
  const conversation = await tenant.conversationWith(phone)
  return conversation ? (await tenant.messagesOf(conversation)).filter(({ author }) => author === 'Auto-reply') : []
}

test('outside of business hours a contact is answered once in each closed period', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  await withHours(tenant)
  await tenant.textFrom(phone, 'Are you open?')
  await instance.idle()
  const [answer] = await said(tenant, phone)
  expect(answer).toMatchObject({ author: 'Auto-reply', authorUserID: null, attributes: { isOutgoingMessage: true } })
  expect(answer?.body).toMatch(/^Closed\. Back soon\. Business /)
  await later(tenant, '2037-11-22T15:00:00.000Z')
  await tenant.textFrom(phone, 'Hello?')
  await instance.idle()
  expect(await said(tenant, phone)).toHaveLength(1)
  // Monday at noon: open.
  await later(tenant, '2037-11-23T17:00:00.000Z')
  await tenant.textFrom(phone, 'Hello again')
  await instance.idle()
  expect(await said(tenant, phone)).toHaveLength(1)
  // Monday evening: another closed period.
  await later(tenant, '2037-11-24T02:00:00.000Z')
  await tenant.textFrom(phone, 'Still there?')
  await instance.idle()
  expect(await said(tenant, phone)).toHaveLength(2)
})

test('no reply after an opt-out, a block or a keyword, nor while a teammate is active in the conversation', async () => {
  const tenant = await instance.createTenant()
  await withHours(tenant)
  const [stopped, blocked, helpSeeker, attended] = [newPhone(), newPhone(), newPhone(), newPhone()]
  await tenant.textFrom(stopped, 'STOP')
  await tenant.textFrom(stopped, 'why')
  expect(await said(tenant, stopped)).toEqual([])
  ok(await tenant.owner.call(contract.blockedNumbers.block, { phoneNumber: blocked }))
  await tenant.textFrom(blocked, 'hi')
  expect(await said(tenant, blocked)).toEqual([])
  await tenant.textFrom(helpSeeker, 'HELP')
  expect(await said(tenant, helpSeeker)).toEqual([])
  const { sid } = ok(
    await tenant.owner.call(contract.conversations.getSetSms, {
      contactPhoneNumber: attended,
      tenantPhoneNumber: tenant.numbers[0] ?? '',
    }),
  ).data
  ok(
    await tenant.owner.call(contract.messages.send, {
      conversationSid: sid,
      text: 'Working late',
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await tenant.textFrom(attended, 'Great')
  expect(await said(tenant, attended)).toEqual([])
})

test('a new contact is greeted once; the after-hours reply takes precedence over the greeting', async () => {
  const tenant = await instance.createTenant()
  ok(
    await tenant.owner.call(conversationConfigs.save, {
      replyOnNewMessage: { isEnabled: true, message: 'Thanks from :business_name:!' },
    }),
  )
  const phone = newPhone()
  await tenant.textFrom(phone, 'First')
  await tenant.textFrom(phone, 'Second')
  expect(await automatic(tenant, phone)).toEqual([expect.stringMatching(/^Thanks from Business /)])
  await withHours(tenant, DEFAULT_AFTER_HOURS_MESSAGE)
  const late = newPhone()
  await tenant.textFrom(late, 'First')
  expect(await automatic(tenant, late)).toEqual([DEFAULT_AFTER_HOURS_MESSAGE])
})

test('another robot is answered once, however often it replies; a retried or duplicated job sends nothing twice', async () => {
  const tenant = await instance.createTenant()
  await withHours(tenant)
  const robot = newPhone()
  for (let n = 0; n < 6; n++) {
    await tenant.textFrom(robot, 'Thanks for your message! We are closed right now.')
    await instance.idle()
  }
  expect(await said(tenant, robot)).toHaveLength(1)
  const other = newPhone()
  const conversation = await tenant.textFrom(other, 'Hi')
  const [inbound] = await tenant.messagesOf(conversation)
  const messageId = fromSid(inbound?.sid ?? '')
  for (const worker of ['one', 'two', 'three']) {
    await instance.server.database.owner.query(
      "select graphile_worker.add_job('answer-inbound', $1::json, job_key => $2)",
      [JSON.stringify({ tenantId: tenant.tenantId, messageId, isReopened: false }), `again-${worker}-${messageId}`],
    )
  }
  await instance.idle()
  expect(await said(tenant, other)).toHaveLength(1)
  expect(await automatic(tenant, other)).toHaveLength(1)
})

test('one contact on two numbers gets the after-hours reply once; a landline and a thread reopened by STOP get none', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  await withHours(tenant)
  ok(
    await tenant.owner.call(conversationConfigs.save, {
      replyOnNewMessage: { isEnabled: true, message: 'Thanks!' },
    }),
  )
  // The second location has no hours, so there it is the greeting, and that goes to new contacts only.
  const both = newPhone()
  await Promise.all([
    tenant.textFrom(both, 'One', { to: tenant.numbers[0] ?? '' }),
    tenant.textFrom(both, 'Two', { to: tenant.numbers[1] ?? '' }),
  ])
  await instance.idle()
  expect((await automatic(tenant, both)).filter((body) => body.startsWith('Closed'))).toHaveLength(1)
  expect((await automatic(tenant, both)).filter((body) => body === 'Thanks!').length).toBeLessThanOrEqual(1)

  // Looked up as a landline when a teammate started the conversation.
  const landline = newPhone()
  await instance.addFault({ kind: 'landline', phone: landline })
  ok(
    await tenant.owner.call(contract.conversations.getSetSms, {
      contactPhoneNumber: landline,
      tenantPhoneNumber: tenant.numbers[0] ?? '',
    }),
  )
  await instance.idle()
  await tenant.textFrom(landline, 'Hi')
  await instance.idle()
  expect(await said(tenant, landline)).toEqual([])
  expect(await automatic(tenant, landline)).toEqual([])

  const leaving = newPhone()
  const { sid } = await tenant.textFrom(leaving, 'Hi')
  await instance.idle()
  ok(await tenant.owner.call(contract.conversations.close, { sid }))
  const before = (await said(tenant, leaving)).length
  await tenant.textFrom(leaving, 'stop')
  await later(tenant, '2037-11-25T03:00:00.000Z')
  await tenant.textFrom(leaving, 'really, what is this')
  await instance.idle()
  expect((await said(tenant, leaving)).length).toBe(before)
})

test('the night the clocks go back is one closed period, and opening follows the new time', async () => {
  // Half past one, and an hour later half past one again: New York, November 7, 2038.
  now = '2038-11-07T05:30:00.000Z'
  const tenant = await instance.createTenant()
  const everyDay = Object.fromEntries(WEEKDAYS.map((day) => [day, nineToFive])) as BusinessHours['week']
  ok(
    await tenant.owner.call(businessHours.save, {
      locationID: tenant.locationIds[0] ?? '',
      week: everyDay,
      exceptions: [],
      afterHours: { isEnabled: true, message: 'Closed' },
      version: 0,
    }),
  )
  const [early, later1, open] = [newPhone(), newPhone(), newPhone()]
  await tenant.textFrom(early, 'Half past one')
  await later(tenant, '2038-11-07T06:30:00.000Z')
  await tenant.textFrom(early, 'Half past one again')
  // Half past nine by yesterday's clocks, half past eight by today's.
  await later(tenant, '2038-11-07T13:30:00.000Z')
  await tenant.textFrom(early, 'Half past eight')
  await tenant.textFrom(later1, 'Half past eight')
  await later(tenant, '2038-11-07T14:00:00.000Z')
  await tenant.textFrom(open, 'Nine')
  await instance.idle()
  expect(await said(tenant, early)).toHaveLength(1)
  expect(await said(tenant, later1)).toHaveLength(1)
  expect(await said(tenant, open)).toEqual([])
})

test('without these settings a text enqueues no job', async () => {
  const tenant = await instance.createTenant()
  await tenant.textFrom(newPhone(), 'Hi')
  const { rows } = await instance.server.database.owner.query<{ data: Record<string, unknown> }>(
    `select data from events where tenant_id = $1 and type = 'message.received'`,
    [tenant.tenantId],
  )
  expect(rows).toMatchObject([{ data: { answersInbound: false } }])
})

test('new conversations are assigned round robin to teammates with the location, and disappear for those who may not see them', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [first = '', second = ''] = tenant.locationIds
  ok(await tenant.owner.call(conversationConfigs.save, { isAutoAssign: true }))
  const ann = await tenant.createUser('TeamMember', { locationIds: [second] })
  const bob = await tenant.createUser('TeamMember', { locationIds: [second] })
  const far = await tenant.createUser('TeamMember', { locationIds: [first] })
  const assignees: (string | null)[] = []
  const screen = await connectLive(instance.url, ann.auth)
  for (let i = 0; i < 6; i++) {
    const { sid } = await tenant.textFrom(newPhone(), `Number ${i}`, { to: tenant.numbers[1] ?? '' })
    await instance.idle()
    assignees.push(ok(await tenant.owner.call(contract.conversations.getBySid, { sid })).data.attributes.toUserID)
    now = new Date(Date.parse(now) + 1000).toISOString()
  }
  const people = [tenant.owner, ann, bob].map(({ auth }) => auth.userId)
  expect(assignees.slice(0, 3).toSorted()).toEqual(people.toSorted())
  expect(assignees.slice(3)).toEqual(assignees.slice(0, 3))
  expect(assignees).not.toContain(far.auth.userId)
  await screen.waitFor('message.created', ({ conversation }) => conversation.attributes.toUserID === ann.auth.userId)
  screen.close()
  const stats = ok(await tenant.owner.call(contract.conversations.getStats, {})).data
  expect(stats.totals.byUser).toEqual(Object.fromEntries(people.map((id) => [id, 2])))
  expect(await tenant.list(ann)).toHaveLength(2)
})

test('only participants of round robin are assigned conversations; if none may see one, it stays in the queue', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', elsewhere = ''] = tenant.locationIds
  const ann = await tenant.createUser('TeamMember', { locationIds: [here] })
  await tenant.createUser('TeamMember', { locationIds: [here] })
  const far = await tenant.createUser('TeamMember', { locationIds: [elsewhere] })
  const { userId } = ann.auth
  ok(await tenant.owner.call(conversationConfigs.save, { isAutoAssign: true, autoAssignUserIDs: [userId] }))
  const givenTo = async () => {
    const { sid } = await tenant.textFrom(newPhone(), 'Hi')
    await instance.idle()
    return ok(await tenant.owner.call(contract.conversations.getBySid, { sid })).data.attributes.toUserID
  }
  expect([await givenTo(), await givenTo()]).toEqual([userId, userId])
  ok(await tenant.owner.call(conversationConfigs.save, { autoAssignUserIDs: [far.auth.userId] }))
  expect(await givenTo()).toBeNull()
  expect(await tenant.owner.call(conversationConfigs.save, { autoAssignUserIDs: [crypto.randomUUID()] })).toFail(
    'AssigneeUnknown',
  )
  expect(await tenant.owner.call(conversationConfigs.save, { autoAssignUserIDs: [] })).toFail('InvalidInput')
  expect(await tenant.owner.call(conversationConfigs.save, { autoAssignUserIDs: ['me'] })).toFail('InvalidInput')
})

test('idle conversations are auto-closed; unread ones stay open', async () => {
  const tenant = await instance.createTenant()
  const read = await tenant.textFrom(newPhone(), 'Read')
  await tenant.textFrom(newPhone(), 'Unread')
  ok(await tenant.owner.call(contract.attention.markRead, { sid: read.sid, upToIndex: 1 }))
  ok(await tenant.owner.call(conversationConfigs.save, { autoClose: '3-days' }))
  await later(tenant, '2037-11-24T22:00:00.000Z')
  await instance.runJob('close-idle-conversations')
  expect(await tenant.list(tenant.owner)).toHaveLength(2)
  await later(tenant, '2037-11-24T23:30:00.000Z')
  const screen = await connectLive(instance.url, tenant.owner.auth)
  await instance.runJob('close-idle-conversations')
  await screen.waitFor('message.created', ({ conversation }) => conversation.attributes.isClosed)
  screen.close()
  await instance.runJob('close-idle-conversations')
  expect((await tenant.list(tenant.owner)).map(({ attributes }) => attributes.latestMessage)).toEqual(['Unread'])
  const stats = ok(await tenant.owner.call(contract.conversations.getStats, {})).data
  expect(stats).toMatchObject({ totalOpen: 1, totalClosed: 1 })
})

test('conversation settings and hours are saved, and the slower of two concurrent saves is rejected', async () => {
  const tenant = await instance.createTenant()
  const { owner, createUser } = tenant
  const manager = await createUser('Manager')
  const before = ok(await manager.call(conversationConfigs.get, undefined)).data
  expect(before).toMatchObject({ version: 0, autoClose: 'never', replyOnNewMessage: { isEnabled: false } })
  ok(await owner.call(conversationConfigs.save, { autoClose: '1-month', translateTo: 'es', version: 0 }))
  expect(await owner.call(conversationConfigs.save, { autoClose: '1-day', version: 0 })).toFail('ChangedMeanwhile')
  expect(ok(await manager.call(conversationConfigs.get, undefined)).data).toMatchObject({
    version: 1,
    autoClose: '1-month',
    translateTo: 'es',
  })
  expect(await manager.call(conversationConfigs.save, { autoClose: 'never' })).toFail('Forbidden')
  expect(await owner.call(conversationConfigs.save, { replyOnNewMessage: { isEnabled: true, message: ' ' } })).toFail(
    'InvalidInput',
  )

  const saved = await withHours(tenant)
  expect(saved).toMatchObject({ isSet: true, version: 1, timeZone: 'America/New_York' })
  const { isSet: _isSet, timeZone: _zone, ...input } = saved
  expect(await owner.call(businessHours.save, { ...input, version: 0 })).toFail('ChangedMeanwhile')
  for (const wrong of [
    {
      week: {
        ...weekdays,
        monday: [
          { opens: '09:00', closes: '12:00' },
          { opens: '11:00', closes: '13:00' },
        ],
      },
    },
    { week: { ...weekdays, monday: [{ opens: '25:00', closes: '26:00' }] } },
    { exceptions: [{ date: '2026-02-30', spans: [] }] },
    {
      exceptions: [
        { date: '2026-12-25', spans: [] },
        { date: '2026-12-25', spans: [] },
      ],
    },
    { afterHours: { isEnabled: true, message: '' } },
  ]) {
    expect(await owner.call(businessHours.save, { ...input, ...wrong })).toFail('InvalidInput')
  }
  const { owner: stranger } = await instance.createTenant()
  expect(await stranger.call(businessHours.save, input)).toFail('LocationNotFound')
})
