import { expect, test } from 'vitest'
import { createPng } from '../apps/server/src/testing/files.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const picture = await createPng()
const { instance, browser } = await openJourney({
  readPage: async () => ({
    title: 'Spring sale',
    description: 'Everything for the garden',
    siteName: 'shop.example.com',
    picture,
  }),
})

test('previews a link, and quotes a message with a link back to it', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Do you have this? https://shop.example.com/spring')
  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  await page.goto(`/conversations/${sid}`)
  const thread = page.getByRole('log')
  await thread.getByRole('link', { name: /Spring sale/ }).waitFor()

  await thread.getByRole('button', { name: 'Actions for this message' }).click()
  await page.getByRole('menuitem', { name: 'Quote' }).click()
  await page.getByText('Only your team sees the quote').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Message', { exact: true }).fill('We do')
  await page.keyboard.press('Enter')
  const quote = thread.getByRole('button', { name: /Do you have this/ })
  await quote.waitFor()
  await thread.getByText('Delivered').waitFor()
  await expectAccessible(page)
  await quote.click()
  await thread.locator('[data-found]').getByText('Do you have this?').first().waitFor()
  await expect.poll(async () => (await tenant.messagesOnPhone(phone)).at(-1)?.body).toBe('We do')
  await owner.leave()
})
