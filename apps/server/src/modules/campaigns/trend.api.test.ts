import { randomUUID } from 'node:crypto'
import { type Campaign, contract } from '@frontdesk/contract/api'
import { TREND_DIRECT_RECIPIENTS } from '@frontdesk/contract/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { ok } from '../../testing/client.ts'
import { addContact, arrivedTexts } from '../../testing/groups.ts'
import { createNoonClock } from '../../testing/test-clock.ts'
import { startTestInstance, type Tenant, type TestInstance, type TestUser } from '../../testing/test-instance.ts'
import { countCampaignTrend } from './count-trend.job.ts'

const { campaigns } = contract

let instance: TestInstance
const clock = createNoonClock()
beforeAll(async () => {
  instance = await startTestInstance({ now: clock.now, sessionClock: systemClock })
})
afterAll(() => instance.close())

async function send({ owner }: Tenant): Promise<Campaign> {
  const draft = { name: 'Spring offer', text: 'Book: https://example.com/spring?offer=1', audience: { criteria: {} } }
  const { id, version } = ok(await owner.call(campaigns.save, draft)).data
  const started = ok(await owner.call(campaigns.start, { id, version })).data
  await instance.idle()
  return started
}

const trendOf = async (user: TestUser, { id }: Pick<Campaign, 'id'>) =>
  ok(await user.call(campaigns.getTrend, { id })).data

const NOTHING = { sent: 0, delivered: 0, clicked: 0, replied: 0, optedOut: 0 }

/** Sends to three contacts at noon. One opens the link and replies an hour later, and one opts out. */
async function aCampaign(tenant: Tenant) {
  const [ann, bob] = [await addContact(tenant, 'Ann'), await addContact(tenant, 'Bob'), await addContact(tenant, 'Cy')]
  const campaign = await send(tenant)
  const early = await trendOf(tenant.owner, campaign)
  clock.advance(3_600_000)
  const [text = ''] = await arrivedTexts(tenant, ann)
  const open = () =>
    fetch(text.replace('Book: ', ''), { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } })
  await open()
  clock.advance(3 * 3_600_000)
  // Counted at the first time only.
  await open()
  await tenant.textFrom(ann.phone, 'See you')
  await tenant.textFrom(bob.phone, 'STOP')
  return { campaign, early }
}

test('a campaign is charted by what happened when, first by minutes, then by hours', async () => {
  clock.goTo('2038-06-10T12:00')
  const tenant = await instance.createTenant()
  const { campaign, early } = await aCampaign(tenant)
  expect(early).toEqual({
    bucketMinutes: 5,
    points: [{ ...NOTHING, fromUtc: '2038-06-10T16:00:00.000Z', sent: 3, delivered: 3 }],
    segments: 3,
    mediaMessages: 0,
    countedOnUtc: expect.any(String),
    isTooLarge: false,
  })
  expect(await trendOf(tenant.owner, campaign)).toMatchObject({
    bucketMinutes: 60,
    points: [
      { ...NOTHING, fromUtc: '2038-06-10T16:00:00.000Z', sent: 3, delivered: 3 },
      { ...NOTHING, fromUtc: '2038-06-10T17:00:00.000Z', clicked: 1 },
      { ...NOTHING, fromUtc: '2038-06-10T20:00:00.000Z', replied: 1, optedOut: 1 },
    ],
  })
  const stranger = await instance.createTenant()
  expect(await stranger.owner.call(campaigns.getTrend, { id: campaign.id })).toFail('CampaignNotFound')
})

test('a member counts only the recipients they may see', async () => {
  clock.goTo('2038-06-11T12:00')
  const tenant = await instance.createTenant({ locations: 2 })
  const [here = '', there = ''] = tenant.locationIds
  await addContact(tenant, 'Ann', { locationID: here })
  await addContact(tenant, 'Bob', { locationID: there })
  const campaign = await send(tenant)
  const manager = await tenant.createUser('Manager', { locationIds: [here] })
  expect((await trendOf(tenant.owner, campaign)).points).toMatchObject([{ sent: 2 }])
  expect((await trendOf(manager, campaign)).points).toMatchObject([{ sent: 1 }])
})

/** Has a campaign count as one of so many recipients. */
const setTotal = ({ tenantId }: Tenant, { id }: Campaign, total: number) =>
  instance.server.database.owner.query(
    'update group_messages set total = $3 where tenant_id = $1 and campaign_id = $2',
    [tenantId, id, total],
  )

test('a large campaign is counted in the background, and again only while something may happen', async () => {
  clock.goTo('2038-06-12T12:00')
  const tenant = await instance.createTenant({ locations: 2 })
  const manager = await tenant.createUser('Manager', { locationIds: tenant.locationIds.slice(0, 1) })
  const { campaign } = await aCampaign(tenant)
  await setTotal(tenant, campaign, TREND_DIRECT_RECIPIENTS + 1)
  expect(await trendOf(tenant.owner, campaign)).toMatchObject({ points: [], countedOnUtc: null, isTooLarge: false })
  await instance.idle()
  const counted = await trendOf(tenant.owner, campaign)
  expect(counted).toMatchObject({
    points: [{ sent: 3, delivered: 3 }, { clicked: 1 }, { replied: 1, optedOut: 1 }],
    segments: 3,
    countedOnUtc: expect.any(String),
  })
  // The reply window is open: counted again after some minutes.
  clock.advance(6 * 60_000)
  await trendOf(tenant.owner, campaign)
  await instance.idle()
  const again = await trendOf(tenant.owner, campaign)
  expect(again.points).toEqual(counted.points)
  expect(again.countedOnUtc).not.toBe(counted.countedOnUtc)
  clock.goTo('2038-06-30T12:00')
  await trendOf(tenant.owner, campaign)
  await instance.idle()
  const last = await trendOf(tenant.owner, campaign)
  clock.advance(6 * 60_000)
  await trendOf(tenant.owner, campaign)
  await instance.idle()
  expect((await trendOf(tenant.owner, campaign)).countedOnUtc).toBe(last.countedOnUtc)

  // Each recipient would have to be checked for those who do not see everything.
  expect(await trendOf(manager, campaign)).toMatchObject({ points: [], isTooLarge: true })
})

test('one run at a time counts for a business, and a run that lost its claim stores nothing', async () => {
  clock.goTo('2038-07-01T12:00')
  const tenant = await instance.createTenant()
  await addContact(tenant, 'Ann')
  const campaign = await send(tenant)
  const other = await send(tenant)
  for (const each of [campaign, other]) await setTotal(tenant, each, TREND_DIRECT_RECIPIENTS + 1)
  const { services } = instance.server
  const jobsOfTrends = async () => {
    const { rows } = await instance.server.database.owner.query<{ n: number }>(
      `select count(*)::int as n from graphile_worker.jobs where key like 'count-campaign-trend%'`,
    )
    return rows[0]?.n
  }
  /** Runs the job, and something else between its transactions. */
  const run = (meanwhile: readonly (() => Promise<unknown>)[] = [], { id } = campaign) => {
    const steps = [...meanwhile]
    const inTenant: typeof services.inTenant = async (scope, work) => {
      const result = await services.inTenant(scope, work)
      await steps.shift()?.()
      return result
    }
    const payload = { tenantId: tenant.tenantId, userId: tenant.owner.auth.userId, id }
    return countCampaignTrend.run({ inTenant }, payload, { jobId: randomUUID(), isLast: false })
  }

  await run([
    async () => {
      await trendOf(tenant.owner, campaign)
      await trendOf(tenant.owner, other)
      expect(await jobsOfTrends()).toBe(0)
      await run()
      await run([], other)
      expect(await trendOf(tenant.owner, campaign)).toMatchObject({ points: [], countedOnUtc: null })
      expect(await trendOf(tenant.owner, other)).toMatchObject({ points: [], countedOnUtc: null })
    },
    // The run takes longer than a count stays fresh.
    async () => clock.advance(10 * 60_000),
  ])
  const counted = await trendOf(tenant.owner, campaign)
  expect(counted).toMatchObject({ points: [{ sent: 1 }], countedOnUtc: expect.any(String) })
  await run()
  expect(await trendOf(tenant.owner, campaign)).toEqual(counted)

  clock.advance(6 * 60_000)
  let last: unknown
  await run([
    async () => {
      // As after a run that was killed.
      clock.advance(2 * 60_000)
      await run()
      last = await trendOf(tenant.owner, campaign)
    },
  ])
  expect(last).not.toEqual(counted)
  expect(await trendOf(tenant.owner, campaign)).toEqual(last)
})
