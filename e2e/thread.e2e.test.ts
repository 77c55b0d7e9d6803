import { contract } from '@frontdesk/contract/api'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { expectAccessible, expectFits, expectTouchable, PHONE, SIZES, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

const thread = (page: Page) => page.getByRole('log', { name: 'Messages' })
const actionsOf = (page: Page, text: string) =>
  page.locator('[data-message-sid]').filter({ hasText: text }).getByRole('button', { name: 'Actions for this message' })

test('adds, edits and deletes a note live; a deleted message leaves an update on both screens', async () => {
  const tenant = await instance.createTenant()
  const colleague = await tenant.createUser('Manager')
  const { sid } = await tenant.textFrom(newPhone(), 'My card number is 4111')
  const [owner, other] = [
    await visit(browser, instance.url, tenant.owner),
    await visit(browser, instance.url, colleague, PHONE),
  ]
  await other.page.goto(`/conversations/${sid}`)
  await owner.page.goto(`/conversations/${sid}`)
  await thread(other.page).getByText('My card number is 4111').waitFor()
  await thread(owner.page).getByText('My card number is 4111').waitFor()
  ok(
    await tenant.owner.call(contract.notes.addToConversation, {
      conversationSid: sid,
      note: '@Manager Person she pays in cash',
      mentions: [colleague.auth.userId],
      clientMessageId: crypto.randomUUID(),
    }),
  )
  await other.page.getByRole('article', { name: 'Note by Olive Owner' }).getByText('@Manager Person').waitFor()
  await expectAccessible(other.page)

  const { page } = owner
  await actionsOf(page, 'she pays in cash').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit note' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Edit note' }).click()
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('@Manager Person she pays by card')
  await page.keyboard.press('Control+Enter')
  await other.page.getByText('she pays by card').waitFor()

  await actionsOf(page, '4111').click()
  await page.getByRole('menuitem', { name: 'Delete message…' }).click()
  await page.getByRole('dialog', { name: 'Delete this message?' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete message', exact: true }).click()
  for (const screen of [page, other.page]) {
    await thread(screen).getByText('Olive Owner deleted a message').waitFor()
    await screen.getByText('4111').first().waitFor({ state: 'detached' })
  }

  await other.page.reload()
  await thread(other.page).getByText('she pays by card').waitFor()
  await actionsOf(other.page, 'she pays by card').click()
  await other.page.getByRole('menuitem', { name: 'Copy text' }).waitFor()
  expect(await other.page.getByRole('menuitem', { name: 'Delete note…' }).count()).toBe(0)
  await owner.leave()
  await other.leave()
})

test('counts and explains undelivered messages, and dismisses them live on every screen', async () => {
  const tenant = await instance.createTenant()
  const colleague = await tenant.createUser('Manager')
  const { sid, phoneNumber } = await tenant.textFrom(newPhone(), 'Hello')
  const [owner, other] = [
    await visit(browser, instance.url, tenant.owner),
    await visit(browser, instance.url, colleague, PHONE),
  ]
  await owner.page.goto('/undelivered')
  await owner.page.getByText('Everything was delivered').waitFor()
  await expectAccessible(owner.page)
  await other.page.goto('/conversations')
  await other.page.getByText('Hello').waitFor()

  const removeFault = await instance.addFault({ kind: 'fail-send', code: 30007, phone: phoneNumber, times: 3 })
  for (const text of ['Win a free cleaning', 'Win two free cleanings', 'Win three free cleanings']) {
    ok(
      await tenant.owner.call(contract.messages.send, {
        conversationSid: sid,
        text,
        clientMessageId: crypto.randomUUID(),
      }),
    )
  }
  const rows = owner.page.getByRole('row').filter({ hasText: 'The carrier blocked it as spam' })
  await rows.nth(2).waitFor()
  await expectAccessible(owner.page)
  await removeFault()
  await other.page.getByRole('link', { name: '3 undelivered' }).click()
  await other.page.getByText('Win a free cleaning').waitFor()
  await expectAccessible(other.page)
  await expectTouchable(other.page)
  await expectFits(other.page)

  // By keyboard: the first two are selected as a range and dismissed together.
  await rows.first().focus()
  await owner.page.keyboard.press('Space')
  await owner.page.keyboard.press('ArrowDown')
  await owner.page.keyboard.press('Shift+Space')
  const bar = owner.page.getByRole('region', { name: 'Selected rows' })
  await bar.getByText('2 selected').waitFor()
  await expectAccessible(owner.page)
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  await other.page.getByRole('link', { name: '1 undelivered' }).waitFor()
  await bar.waitFor({ state: 'detached' })
  await owner.page.getByRole('button', { name: /^Dismiss: / }).focus()
  await owner.page.keyboard.press('Enter')
  await other.page.getByText('Everything was delivered').waitFor()
  await owner.page.getByText('Everything was delivered').waitFor()
  expect(await other.page.getByRole('link', { name: '1 undelivered' }).count()).toBe(0)
  await owner.leave()
  await other.leave()
})

test.each(SIZES)('shows one live timeline for a contact of two of our numbers: $size', async ({ options }) => {
  const tenant = await instance.createTenant({ locations: 2 })
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'To the first')
  await tenant.textFrom(phone, 'To the second', { to: tenant.numbers[1] ?? '' })
  const visitor = await visit(browser, instance.url, tenant.owner, options)
  const { page } = visitor
  await page.goto(`/conversations/${sid}`)
  await thread(page).getByText('To the first').waitFor()
  expect(await thread(page).getByText('To the second').count()).toBe(0)
  await page.getByRole('button', { name: 'Show all messages' }).click()
  await page.waitForURL('**timeline=true**')
  await page.reload()
  const timeline = page.getByRole('log', { name: 'Timeline' })
  await timeline.getByText('To the second').first().waitFor()
  await tenant.textFrom(phone, 'And now live', { to: tenant.numbers[1] ?? '' })
  await timeline.getByText('And now live').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show this conversation only' }).click()
  await thread(page).getByText('To the first').waitFor()
  await visitor.leave()
})
