import { expect, test } from 'vitest'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, expectFits, PHONE, showScreen, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test('translates between an English team and a Spanish contact, and previews what is sent', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  const phone = newPhone()
  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  await page.goto('/settings/conversations')
  await page.getByRole('combobox', { name: 'Your team’s language' }).click()
  await page.getByRole('option', { name: 'English', exact: true }).click()
  await page.getByText('Saved').first().waitFor()
  await expectAccessible(page)

  const { sid } = await tenant.textFrom(phone, 'Hola, ¿puedo cambiar mi cita del martes?')
  const other = await visit(browser, instance.url, manager, PHONE)
  await other.page.goto(`/conversations/${sid}`)
  await showScreen(page, `/conversations/${sid}`)
  for (const screen of [page, other.page]) {
    await screen.getByRole('log').getByText('Translated from Spanish').waitFor()
    await screen.getByRole('log').getByText(/Hola/).waitFor()
    await screen
      .getByRole('log')
      .getByText(/appointment/)
      .waitFor()
  }
  await expectAccessible(page)

  const field = page.getByLabel('Message', { exact: true })
  await field.fill('Yes, on Thursday')
  // Pressed before the translation was shown, it shows the text to be sent.
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(/jueves/)
    .waitFor()
  expect((await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction === 'received')).toEqual([])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  for (const screen of [page, other.page]) {
    await screen.getByRole('log').getByText('Written in English, sent in Spanish').waitFor()
    await screen.getByRole('log').getByText('Yes, on Thursday').waitFor()
  }
  await expect.poll(async () => (await tenant.messagesOnPhone(phone)).at(-1)?.body).toMatch(/jueves/)
  await expectFits(other.page)
  await expectAccessible(other.page)

  // An unreachable model does not prevent replies.
  const heal = await instance.addFault({ kind: 'fail-model', code: 500 })
  await field.fill('We are open on Monday')
  await page.getByText('We couldn’t translate this right now').waitFor()
  await heal()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('status').getByText(/lunes/).waitFor()
  await page.getByRole('switch', { name: 'Send in Spanish' }).uncheck()
  await field.press('Enter')
  await expect.poll(async () => (await tenant.messagesOnPhone(phone)).at(-1)?.body).toBe('We are open on Monday')
  await owner.leave('502')
  await other.leave()
})
