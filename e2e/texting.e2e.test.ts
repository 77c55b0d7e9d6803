import { expect, test } from 'vitest'
import { newPhone, type Tenant } from '../apps/server/src/testing/test-instance.ts'
import { eventually, openLive, type Visitor, visit, whenQuiet } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney({ sandbox: { statusDelayMs: 150 } })

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFElEQVQYlWNwSn6NBzGMSidjCRYAX3ScQeep34MAAAAASUVORK5CYII=',
  'base64',
)

/** Texts a number from a phone without waiting, as the test observes the screen. */
const textFrom = async (tenant: Tenant, phone: string, body: string) => {
  const response = await fetch(`${instance.url}/sandbox/api/phones/${phone}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: tenant.numbers[0], body, mediaUrls: [] }),
  })
  expect(response.status).toBe(201)
}

const row = ({ page }: Visitor, text: string) => page.getByRole('link').filter({ hasText: text })
const log = ({ page }: Visitor) => page.getByRole('log', { name: 'Messages' })
const composer = ({ page }: Visitor) => page.getByRole('textbox', { name: 'Message', exact: true })

test('receives a text, replies with text, emoji and a picture, live for a teammate', async () => {
  const tenant = await instance.createTenant()
  const manager = await tenant.createUser('Manager')
  const phone = newPhone()
  const owner = await visit(browser, instance.url, tenant.owner)
  const teammate = await visit(browser, instance.url, manager)
  await owner.page.goto('/')
  await owner.page.waitForURL('**/conversations')
  await teammate.page.goto('/conversations')
  await owner.page.getByText('No open conversations').waitFor()
  await teammate.page.getByText('No open conversations').waitFor()

  await textFrom(tenant, phone, 'Hi, do you have time on Thursday?')
  await row(owner, 'Hi, do you have time on Thursday?').waitFor()
  await owner.page.getByRole('region', { name: 'Alerts' }).getByText('Hi, do you have time on Thursday?').waitFor()
  await eventually(async () => expect(await owner.page.title()).toMatch(/^\(1\) Inbox/))
  expect(await row(owner, 'Hi, do you have time').getByText('1 unread').count()).toBe(1)

  await row(owner, 'Hi, do you have time').click()
  await log(owner).getByText('Hi, do you have time on Thursday?').waitFor()
  await eventually(async () => expect(await owner.page.title()).toMatch(/^Inbox/))
  await eventually(async () =>
    expect(await row(teammate, 'Hi, do you have time').getByText('1 unread').count()).toBe(0),
  )

  await row(teammate, 'Hi, do you have time').click()
  await log(teammate).getByText('Seen by Olive Owner').waitFor()

  await composer(owner).pressSequentially('Of course, 3 pm? ')
  await teammate.page.getByText('Olive Owner is typing').waitFor()
  await owner.page.getByRole('button', { name: 'Emoji' }).click()
  await owner.page.getByRole('searchbox', { name: 'Search emoji' }).fill('thumbs up')
  await owner.page.getByRole('gridcell', { name: 'Thumbs up', exact: true }).click()
  await owner.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'map.png', mimeType: 'image/png', buffer: PICTURE })
  await owner.page.getByText('map.png').waitFor()
  // Waits until the upload has finished.
  await owner.page.getByRole('button', { name: 'Send', exact: true }).click()

  await log(owner).locator('[data-delivery=delivered]').waitFor()
  await log(teammate).getByText('Of course, 3 pm? 👍').waitFor()
  await log(teammate).locator('[data-delivery=delivered]').waitFor()
  await eventually(async () => {
    const shown = await tenant.messagesOnPhone(phone)
    // Some fonts' emoji carry a variation selector.
    expect(shown.map(({ body }) => body.replaceAll('\uFE0F', ''))).toEqual([
      'Hi, do you have time on Thursday?',
      'Of course, 3 pm? 👍',
    ])
    expect(shown[1]?.media).toHaveLength(1)
  })
  const picture = log(teammate).getByRole('img', { name: 'map.png' })
  await eventually(async () =>
    expect(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(10),
  )

  await owner.page.getByRole('button', { name: 'Close', exact: true }).click()
  await eventually(async () => expect(await row(teammate, '3 pm').count()).toBe(0))
  await textFrom(tenant, phone, 'Perfect, see you')
  await row(teammate, 'Perfect, see you').waitFor()
  await row(owner, 'Perfect, see you').waitFor()

  await owner.leave()
  await teammate.leave()
})

test('keeps the draft across a reload and on the user’s other screens', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Can you call me?')
  const first = await visit(browser, instance.url, tenant.owner)
  await first.page.goto(`/conversations/${sid}`)
  await log(first).getByText('Can you call me?').waitFor()
  await composer(first).fill('We will call you at')
  await eventually(async () => {
    const answer = await tenant.list(tenant.owner)
    expect(answer[0]?.attributes.drafts).toMatchObject([{ messageDraft: 'We will call you at' }])
  })
  await first.page.reload()
  await eventually(async () => expect(await composer(first).inputValue()).toBe('We will call you at'))
  await first.leave()
})

test('after a lost connection, catches up and sends once what was written offline', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Is it ready?')
  const owner = await visit(browser, instance.url, tenant.owner)
  await openLive(owner.page, `/conversations/${sid}`)
  await log(owner).getByText('Is it ready?').waitFor()
  // Pending requests would still get responses, with what was missed.
  await whenQuiet(owner.page)

  await owner.goOffline()
  await tenant.textFrom(phone, 'Hello?')
  await tenant.textFrom(newPhone(), 'Another contact')
  await composer(owner).fill('Yes, since this morning')
  await composer(owner).press('Enter')
  await log(owner).getByText('Yes, since this morning').waitFor()
  expect(await log(owner).getByText('Hello?').count()).toBe(0)
  await owner.goOnline()

  await log(owner).getByText('Hello?').waitFor()
  await row(owner, 'Another contact').waitFor()
  await log(owner).locator('[data-delivery=delivered]').waitFor()
  await instance.idle()
  const shown = await tenant.messagesOnPhone(phone)
  expect(shown.filter(({ body }) => body === 'Yes, since this morning')).toHaveLength(1)
  expect(await log(owner).getByText('Yes, since this morning').count()).toBe(1)
  await owner.close()
})

test('uploads file and draft after working offline, and keeps the draft of unsent messages', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Where are you?')
  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  await openLive(page, `/conversations/${sid}`)
  await log(owner).getByText('Where are you?').waitFor()
  const draft = async () => (await tenant.list(tenant.owner))[0]?.attributes.drafts?.map((one) => one.messageDraft)
  await composer(owner).fill('Main Street 5')
  await eventually(async () => expect(await draft()).toEqual(['Main Street 5']))
  await whenQuiet(page)

  await owner.goOffline()
  await composer(owner).press('Enter')
  await page.getByText('Queued').waitFor()
  await composer(owner).fill('The blue door')
  await page.locator('input[type=file]').setInputFiles({ name: 'map.png', mimeType: 'image/png', buffer: PICTURE })
  await page.getByRole('list', { name: 'Attachments' }).getByText('Waiting for your connection').waitFor()
  // The field has no focus, so the server's draft would be adopted.
  await composer(owner).blur()
  await owner.goOnline()

  await log(owner).locator('[data-delivery=delivered]').waitFor()
  await eventually(async () => expect(await draft()).toEqual(['The blue door']))
  expect(await composer(owner).inputValue()).toBe('The blue door')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await log(owner).getByText('The blue door').waitFor()
  await eventually(async () => {
    const shown = (await tenant.messagesOnPhone(phone)).slice(1)
    expect(shown.map(({ body, media }) => `${body} ${media.length}`)).toEqual(['Main Street 5 0', 'The blue door 1'])
  })
  await eventually(async () => expect(await draft()).toEqual([]))
  await owner.close()
})

test('reconnects after the connection is lost during the handshake', async () => {
  const tenant = await instance.createTenant()
  await tenant.textFrom(newPhone(), 'First')
  const owner = await visit(browser, instance.url, tenant.owner)
  const begun = owner.page.waitForEvent('websocket')
  await owner.page.goto('/conversations')
  await begun
  await owner.goOffline()
  await tenant.textFrom(newPhone(), 'Second')
  await owner.goOnline()
  await row(owner, 'Second').waitFor()
  await tenant.textFrom(newPhone(), 'Third')
  await row(owner, 'Third').waitFor()
  await owner.close()
})

test('reloads a failed list when the connection is back', async () => {
  const tenant = await instance.createTenant()
  await tenant.textFrom(newPhone(), 'Waiting outside')
  const owner = await visit(browser, instance.url, tenant.owner)
  await owner.page.route('**/Conversation/get-list', (route) => route.abort())
  await owner.page.goto('/conversations')
  await owner.page.getByRole('button', { name: 'Retry' }).first().waitFor()
  await owner.page.unroute('**/Conversation/get-list')
  await owner.goOffline()
  await owner.page.getByText('Reconnecting', { exact: false }).first().waitFor()
  await owner.goOnline()
  await row(owner, 'Waiting outside').waitFor()
  await owner.close()
})

test('shows why a text was not delivered, and keeps it', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hi')
  const owner = await visit(browser, instance.url, tenant.owner)
  await owner.page.goto(`/conversations/${sid}`)
  await log(owner).getByText('Hi', { exact: true }).waitFor()
  await tenant.textFrom(phone, 'STOP')
  await owner.page.getByRole('note').getByText('This contact opted out of texts').waitFor()
  await composer(owner).fill('One more thing')
  await composer(owner).press('Enter')
  expect(await owner.page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  expect(await owner.page.getByRole('button', { name: 'Schedule message' }).isDisabled()).toBe(true)
  await instance.idle()
  expect((await tenant.messagesOnPhone(phone)).filter(({ body }) => body === 'One more thing')).toEqual([])
  expect(await composer(owner).inputValue()).toBe('One more thing')
  await owner.close()
})

test('operates the inbox by keyboard', async () => {
  const tenant = await instance.createTenant()
  const phones = [newPhone(), newPhone(), newPhone()]
  for (const [i, phone] of phones.entries()) await tenant.textFrom(phone, `Question ${i + 1}`)
  const owner = await visit(browser, instance.url, tenant.owner)
  await owner.page.goto('/conversations')
  await row(owner, 'Question 3').waitFor()
  await owner.page.keyboard.press('j')
  await owner.page.keyboard.press('j')
  await owner.page.keyboard.press('Enter')
  await log(owner).getByText('Question 2').waitFor()
  await owner.page.keyboard.press('r')
  await owner.page.keyboard.type('Answer by keyboard')
  await owner.page.keyboard.press('Enter')
  await log(owner).locator('[data-delivery=delivered]').waitFor()
  await owner.page.keyboard.press('Escape')
  await owner.page.keyboard.press('e')
  await eventually(async () => expect(await row(owner, 'Answer by keyboard').count()).toBe(0))
  await owner.page.keyboard.press('/')
  await owner.page.keyboard.type('Nobody of this name')
  await owner.page.getByText('No results').waitFor()
  await owner.leave()
})
