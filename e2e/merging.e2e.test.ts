import { expect, test } from 'vitest'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test('merges, replies in and unmerges two conversations, live on another screen', async () => {
  const tenant = await instance.createTenant()
  const [mobile, work] = [newPhone(), newPhone()]
  const first = await tenant.textFrom(mobile, 'Hi, Ana here')
  const second = await tenant.textFrom(work, 'Ana again, from work')
  const other = await visit(browser, instance.url, await tenant.createUser('Manager'))
  await other.page.goto(`/conversations/${second.sid}`)
  await other.page.getByRole('log').getByText('Ana again, from work').waitFor()

  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  await page.goto(`/conversations/${first.sid}`)
  const thread = page.getByRole('log')
  await thread.getByText('Hi, Ana here').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Merge with another…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Another conversation with the same person').fill(work.slice(-7))
  await dialog.getByRole('radio').first().check()
  await dialog.getByText('One conversation with').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()

  await thread.getByText('Ana again, from work').waitFor()
  await thread.getByText('into this one').waitFor()
  await expectAccessible(page)
  // A teammate with the merged one open is taken to the surviving one.
  await other.page.waitForURL(`**/conversations/${first.sid}`)
  await other.page.getByRole('log').getByText('Hi, Ana here').waitFor()

  await page.getByLabel('Reply to').selectOption(second.sid)
  await page.getByLabel('Message', { exact: true }).fill('To your office')
  await page.keyboard.press('Enter')
  await thread.getByText('To your office').waitFor()
  await expect.poll(async () => (await tenant.messagesOnPhone(work)).at(-1)?.body).toBe('To your office')

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Check with carrier' }).click()
  await page.getByRole('menuitem', { name: 'Checking with the carrier' }).waitFor()
  await page.getByRole('menuitem', { name: 'Block numbers…' }).click()
  // Both numbers by default.
  await expect.poll(() => dialog.getByRole('checkbox', { checked: true }).count()).toBe(2)
  await dialog.getByRole('checkbox').first().uncheck()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Block number', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Unblock numbers…' }).click()
  await expect.poll(() => dialog.getByRole('checkbox', { checked: true }).count()).toBe(1)
  await dialog.getByRole('button', { name: 'Unblock number', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  await thread.getByRole('button', { name: 'Unmerge' }).click()
  await thread.getByText('Ana again, from work').waitFor({ state: 'detached' })
  // The list shows the reply in the row of the merged thread until the event of the unmerge arrives.
  const rows = page.getByRole('region', { name: 'Conversations' })
  await rows.getByText('Hi, Ana here').waitFor()
  await rows.getByText('To your office').click()
  await page.getByRole('log').getByText('Ana again, from work').waitFor()
  await page.getByRole('log').getByText('To your office').waitFor()
  await owner.leave()
  await other.leave()
})
