import { type BulkAction, contract } from '@frontdesk/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEndpoint, ok } from '../../testing/client.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { newPhone, PASSWORD, startTestInstance, type TestInstance, type TestUser } from '../../testing/test-instance.ts'

const { start, getList, undo } = contract.bulkActions
const { attention, conversations } = contract

let instance: TestInstance
const clock = createTestClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now })
})
afterAll(() => instance.close())

const HOUR = 60 * 60_000
const inMs = (ms: number) =>
  Temporal.Instant.from(clock.now()).add({ milliseconds: ms }).toString({ smallestUnit: 'millisecond' })

/** Advances the clock by hours and signs the people in again, as their sessions may have expired. */
async function later(ms: number, ...people: TestUser[]) {
  clock.advance(ms)
  for (const { auth } of people) {
    const request = { userName: auth.userName, password: PASSWORD }
    Object.assign(auth, ok(await callEndpoint(instance.url, contract.accounts.authenticate, request)))
  }
  await instance.runDelayedJobs('unsnooze-due')
  await instance.idle()
}

async function ended(person: TestUser, { id }: Pick<BulkAction, 'id'>): Promise<BulkAction> {
  await instance.idle()
  const action = ok(await person.call(getList, undefined)).data.actions.find((one) => one.id === id)
  if (!action) throw new Error('The action is not listed.')
  return action
}
const run = async (person: TestUser, input: object) => ended(person, ok(await person.call(start, input as never)).data)
const undoAction = async (person: TestUser, { id }: BulkAction) =>
  ended(person, ok(await person.call(undo, { id })).data)

async function withFour() {
  const tenant = await instance.createTenant()
  const sids: [string, string, string, string] = ['', '', '', '']
  for (const [i] of sids.entries()) sids[i] = (await tenant.textFrom(newPhone(), `Text ${i}`)).sid
  const manager = await tenant.createUser('Manager')
  const snoozes = async (person = tenant.owner) =>
    Object.fromEntries(
      await Promise.all(
        sids.map(async (sid, i) => {
          const { attributes } = ok(await person.call(conversations.getBySid, { sid })).data
          const { isSnoozed, snoozedUntil, isMarkedUnread } = attributes
          const until = snoozedUntil && Temporal.Instant.from(snoozedUntil).toString({ smallestUnit: 'millisecond' })
          return [i, isSnoozed ? (until ?? 'reply') : isMarkedUnread ? 'unread' : 'open']
        }),
      ),
    )
  return { ...tenant, sids, manager, snoozes }
}

test('all that match are snoozed and return at their time, unread for the teammate who snoozed them; closed ones are skipped', async () => {
  const { owner, sids, manager, snoozes, list, messagesOf } = await withFour()
  ok(await owner.call(conversations.close, { sid: sids[3] }))
  const until = inMs(2 * HOUR)
  const action = await run(manager, { change: 'snooze', until, criteria: { openCloseState: 'all' } })
  expect(action).toMatchObject({ state: 'done', total: 4, changed: 3, canUndo: true, change: 'snooze' })
  expect(action.value && Temporal.Instant.compare(action.value, until)).toBe(0)
  expect(await snoozes()).toEqual({ 0: until, 1: until, 2: until, 3: 'open' })
  expect(await list(owner)).toEqual([])
  expect((await messagesOf({ sid: sids[0] })).at(-1)?.attributes).toMatchObject({ update: { kind: 'snoozed' } })

  const unsnoozed = await run(manager, { change: 'unsnooze', sids: [sids[0]] })
  expect(unsnoozed).toMatchObject({ changed: 1, value: null })
  await later(2 * HOUR + 1000, owner, manager)
  expect(await snoozes(manager)).toEqual({ 0: 'open', 1: 'unread', 2: 'unread', 3: 'open' })
  expect(await snoozes(owner)).toEqual({ 0: 'open', 1: 'open', 2: 'open', 3: 'open' })
  expect((await messagesOf({ sid: sids[1] })).at(-1)?.attributes).toMatchObject({ update: { kind: 'unsnoozed' } })
  expect(instance.errors).toEqual([])
})

test('undone, each is snoozed as before', async () => {
  const { owner, sids, manager, snoozes, list } = await withFour()
  const snoozedUntil = inMs(2 * HOUR)
  const soon = inMs(HOUR / 2)
  ok(await owner.call(attention.snooze, { sid: sids[0], until: snoozedUntil }))
  ok(await owner.call(attention.snooze, { sid: sids[1], until: null }))
  ok(await owner.call(attention.snooze, { sid: sids[2], until: soon }))
  const before = await snoozes()
  const late = inMs(5 * HOUR)
  const snoozed = await run(manager, { change: 'snooze', until: late, sids })
  expect(await snoozes()).toEqual({ 0: late, 1: late, 2: late, 3: late })
  expect(await undoAction(manager, snoozed)).toMatchObject({ changed: 4 })
  expect(await snoozes()).toEqual(before)

  const unsnoozed = await run(manager, { change: 'unsnooze', criteria: { isSnoozed: true } })
  expect(unsnoozed).toMatchObject({ total: 3, changed: 3 })
  expect(await list(owner)).toHaveLength(4)
  expect(await undoAction(manager, unsnoozed)).toMatchObject({ changed: 3 })
  expect(await snoozes()).toEqual(before)
  expect(instance.errors).toEqual([])
})

test('undone after the time of one has passed, that one is back; the others return unread for who snoozed them first', async () => {
  const { owner, sids, manager, snoozes } = await withFour()
  const snoozedUntil = inMs(2 * HOUR)
  ok(await owner.call(attention.snooze, { sid: sids[0], until: snoozedUntil }))
  ok(await owner.call(attention.snooze, { sid: sids[1], until: inMs(HOUR / 2) }))
  const snoozed = await run(manager, { change: 'snooze', until: null, sids })
  await later(HOUR, owner, manager)
  expect(await snoozes()).toEqual({ 0: 'reply', 1: 'reply', 2: 'reply', 3: 'reply' })
  await undoAction(manager, snoozed)
  expect(await snoozes()).toEqual({ 0: snoozedUntil, 1: 'open', 2: 'open', 3: 'open' })
  await later(2 * HOUR, owner, manager)
  expect(await snoozes(owner)).toEqual({ 0: 'unread', 1: 'open', 2: 'open', 3: 'open' })
  expect(await snoozes(manager)).toEqual({ 0: 'open', 1: 'open', 2: 'open', 3: 'open' })
  expect(instance.errors).toEqual([])
})

test('undone twice, it still returns unread for the teammate who snoozed it first', async () => {
  const { owner, sids, manager, snoozes } = await withFour()
  const snoozedUntil = inMs(2 * HOUR)
  ok(await owner.call(attention.snooze, { sid: sids[0], until: snoozedUntil }))
  const snoozed = await run(manager, { change: 'snooze', until: inMs(5 * HOUR), sids: [sids[0]] })
  expect(await undoAction(manager, snoozed)).toMatchObject({ changed: 1 })
  const unsnoozed = await run(manager, { change: 'unsnooze', sids: [sids[0]] })
  expect(await undoAction(manager, unsnoozed)).toMatchObject({ changed: 1 })
  expect(await snoozes()).toEqual({ 0: snoozedUntil, 1: 'open', 2: 'open', 3: 'open' })
  await later(2 * HOUR + 1000, owner, manager)
  expect(await snoozes(owner)).toMatchObject({ 0: 'unread' })
  expect(await snoozes(manager)).toMatchObject({ 0: 'open' })
  expect(instance.errors).toEqual([])
})

test('later changes by teammates are kept; a missing or past time, and one in two years, are rejected', async () => {
  const { owner, sids, manager, createUser, snoozes } = await withFour()
  const action = await run(manager, { change: 'snooze', until: inMs(HOUR), sids })
  ok(await owner.call(attention.unsnooze, { sid: sids[0] }))
  ok(await owner.call(attention.snooze, { sid: sids[1], until: null }))
  ok(await owner.call(conversations.close, { sid: sids[2] }))
  expect(await undoAction(manager, action)).toMatchObject({ total: 4, changed: 1 })
  expect(await snoozes()).toEqual({ 0: 'open', 1: 'reply', 2: 'open', 3: 'open' })
  for (const until of [undefined, inMs(-HOUR), inMs(800 * 24 * HOUR), 'tomorrow'])
    expect(await owner.call(start, { change: 'snooze', sids, until } as never)).toFail('InvalidInput')
  // Like a single snooze, it takes access to the conversation.
  const member = await createUser('TeamMember')
  expect(await member.call(start, { change: 'snooze', sids, until: null })).toFail('ConversationNotFound')
  ok(await owner.call(contract.assignment.change, { sid: sids[3], toUserID: member.auth.userId }))
  expect(await run(member, { change: 'snooze', sids: [sids[3]], until: null })).toMatchObject({ changed: 1 })
  expect(instance.errors).toEqual([])
})
