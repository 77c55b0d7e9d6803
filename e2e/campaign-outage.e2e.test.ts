import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { ok } from '../apps/server/src/testing/client.ts'
import { addContact, arrivedTexts } from '../apps/server/src/testing/groups.ts'
import { createNoonClock } from '../apps/server/src/testing/test-clock.ts'
import { expectAccessible, expectFits, expectTouchable, PHONE, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { campaigns } = contract

const clock = createNoonClock()
const { instance, browser } = await openJourney({ now: clock.now, sessionClock: systemClock })

/** Hours in which no job runs. */
async function outage(hours: number) {
  clock.advance(hours * 3_600_000)
  await instance.runDelayedJobs('send-group-message', { mayHaveRun: true })
  await instance.idle()
}

test('a campaign whose texts missed their time in an outage asks a teammate, who sends some and skips others', async () => {
  const tenant = await instance.createTenant()
  const people = [await addContact(tenant, 'Ann Lee'), await addContact(tenant, 'Bob Roy')]
  const start = async (name: string, text: string) => {
    const followUps = [{ afterHours: 24, text: `${text}, again` }]
    const draft = { name, text, followUps, audience: { criteria: {} } }
    const { id, version } = ok(await tenant.owner.call(campaigns.save, draft)).data
    ok(await tenant.owner.call(campaigns.start, { id, version }))
  }
  const texts = async () => (await Promise.all(people.map((person) => arrivedTexts(tenant, person)))).flat().toSorted()
  await start('Spring offer', 'Spring')
  await start('Winter check-up', 'Winter')
  await instance.idle()
  const owner = await visit(browser, instance.url, tenant.owner)
  const teammate = await visit(browser, instance.url, await tenant.createUser('Manager'), PHONE)
  const { page } = owner
  await page.goto('/marketing')
  await page
    .getByRole('row', { name: /Spring offer/ })
    .getByText('follow-ups still to come')
    .waitFor()
  await outage(26)
  await page.getByText('Some texts missed their time').nth(1).waitFor()
  await teammate.page.goto('/marketing')
  await teammate.page.getByRole('link', { name: 'Spring offer' }).click()

  await page.getByRole('link', { name: 'Spring offer' }).click()
  for (const screen of [page, teammate.page])
    await screen.getByText(/^2 people didn’t get their text on time/).waitFor()
  await expectAccessible(page, 'a campaign whose texts missed their time')
  await expectFits(teammate.page, 'a campaign whose texts missed their time')
  await expectTouchable(teammate.page, 'a campaign whose texts missed their time')
  await page.getByRole('button', { name: 'Send now…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await teammate.page.getByText(/didn’t get their text on time/).waitFor({ state: 'detached' })
  await expect.poll(texts).toEqual(['Spring', 'Spring', 'Spring, again', 'Spring, again', 'Winter', 'Winter'])

  await page.goto('/marketing')
  await page.getByRole('link', { name: 'Winter check-up' }).click()
  await page.getByRole('button', { name: 'Skip them…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Skip them' }).click()
  await page.getByText(/didn’t get their text on time/).waitFor({ state: 'detached' })
  await page.getByText('Sent', { exact: true }).first().waitFor()
  await instance.idle()
  expect(await texts()).not.toContain('Winter, again')
  await owner.leave()
  await teammate.leave()
})
