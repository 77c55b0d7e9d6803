import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { DESKTOP, expectAccessible, expectFits, PHONE, SIZES, showScreen, visit, whenQuiet } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test.each(SIZES)('schedules, edits and cancels a message, live for a teammate: $size', async ({ options }) => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'When are my glasses ready?')
  const teammate = await visit(browser, instance.url, await tenant.createUser('Manager'))
  await teammate.page.goto(`/conversations/${sid}`)
  const writer = await visit(browser, instance.url, tenant.owner, options)
  const { page } = writer
  await page.goto(`/conversations/${sid}`)
  await page.getByLabel('Message', { exact: true }).fill('Your glasses are here')
  await page.getByRole('button', { name: 'Schedule message' }).press('Enter')
  const modal = page.getByRole('dialog', { name: 'Schedule message' })
  await modal.getByText('Sends tomorrow at 9:00 AM').waitFor()
  await expectAccessible(page)
  expect(await modal.getByLabel('Message').inputValue()).toBe('Your glasses are here')
  await modal.getByRole('button', { name: 'Schedule', exact: true }).press('Enter')

  const list = page.getByRole('region', { name: 'Scheduled messages' })
  if (options === PHONE) await list.getByRole('button', { name: '1 scheduled message' }).click()
  await list.getByText('Your glasses are here').waitFor()
  expect(await list.getByText('Your glasses are here').getAttribute('dir')).toBe('auto')
  await teammate.page.getByRole('region', { name: 'Scheduled messages' }).getByText('Your glasses are here').waitFor()
  await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).toBe('')
  await expectAccessible(page)
  await expectFits(page)

  await list.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit scheduled message' })
  await edit.getByLabel('Message').fill('Your new glasses are here')
  await edit.getByLabel('Time', { exact: true }).fill('6:30 AM')
  await edit.getByLabel('Time', { exact: true }).press('Enter')
  await edit.getByText(/hold it until .* 8:00 AM/).waitFor()
  await edit.getByRole('button', { name: 'Save' }).click()
  await teammate.page.getByText('Your new glasses are here').waitFor()
  await list.getByRole('button', { name: 'Cancel' }).click()
  await list.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Alerts' }).getByText('Scheduled message canceled').waitFor()
  await teammate.page.getByRole('region', { name: 'Scheduled messages' }).waitFor({ state: 'detached' })
  // The draft is not lost.
  await expect.poll(() => page.getByLabel('Message', { exact: true }).inputValue()).toBe('Your new glasses are here')
  await writer.leave()
  await teammate.leave()
})

test('offers to send in the contact’s morning during quiet hours', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  // Quiet hours all day, and a text of yesterday.
  await instance.server.database.owner.query(
    `update messages set created_at = created_at - interval '1 day' where tenant_id = $1`,
    [tenant.tenantId],
  )
  const hour = Temporal.Now.zonedDateTimeISO('America/New_York').hour
  const quietHours = hour < 14 ? { opens: '20:00', closes: '21:00' } : { opens: '08:00', closes: '09:00' }
  ok(await tenant.owner.call(contract.sending.saveSettings, { quietHours }))
  const writer = await visit(browser, instance.url, tenant.owner)
  const { page } = writer
  await page.goto(`/conversations/${sid}`)
  await page.getByText('quiet hours').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Message', { exact: true }).fill('We found your scarf')
  await page.getByRole('button', { name: /Send at .* their time/ }).press('Enter')
  await page.getByRole('region', { name: 'Scheduled messages' }).getByText('We found your scarf').waitFor()
  expect((await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound')).toEqual([])
  await writer.leave()
})

test('warns the slower of two teammates who reply at once, who edits or sends anyway', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Are you open on Sunday?')
  const [one, two] = await Promise.all([
    visit(browser, instance.url, tenant.owner),
    tenant.createUser('Manager').then((person) => visit(browser, instance.url, person)),
  ])
  for (const { page } of [one, two]) {
    await page.goto(`/conversations/${sid}`)
    await page.getByRole('log', { name: 'Messages' }).getByText('Are you open on Sunday?').waitFor()
  }
  const field = (page: typeof one.page) => page.getByLabel('Message', { exact: true })
  await one.goOffline()
  await field(one.page).fill('Yes, from ten')
  await field(one.page).press('Enter')
  await one.page.getByText('Queued').waitFor()
  await field(two.page).fill('No, sorry')
  await field(two.page).press('Enter')
  await two.page.locator('[data-delivery=delivered]').waitFor()
  await one.goOnline()
  const bubble = one.page.getByRole('alert').filter({ hasText: 'Manager Person already replied: “No, sorry”' })
  await bubble.waitFor()
  await expectAccessible(one.page)
  await bubble.getByRole('button', { name: 'Edit' }).press('Enter')
  await expect.poll(() => field(one.page).inputValue()).toBe('Yes, from ten')
  await field(one.page).press('Enter')
  await two.page.getByRole('log', { name: 'Messages' }).getByText('Yes, from ten').waitFor()
  // The browser logs every error response.
  await one.leave('status of 409')
  await two.leave('status of 409')
})

test('undoes sending within five seconds, and sends even if the tab is closed', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Hello')
  const writer = await visit(browser, instance.url, tenant.owner)
  const { page } = writer
  await page.goto('/settings/profile')
  await page.getByRole('switch', { name: 'Undo send' }).press('Space')
  await expectAccessible(page)
  await expect
    .poll(async () => ok(await tenant.owner.call(contract.profile.getPreferences, undefined)).data.undoSend)
    .toBe(true)
  await showScreen(page, `/conversations/${sid}`)
  const field = page.getByLabel('Message', { exact: true })
  await field.fill('Dear Hell')
  await field.press('Enter')
  await page.getByText(/Sends in \d s/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Dear Hell')
  await page.getByText(/Sends in \d s/).waitFor({ state: 'detached' })
  await field.fill('Dear Helen')
  await field.press('Enter')
  await page.getByText(/Sends in \d s/).waitFor()
  await writer.leave()
  const sent = async () =>
    (await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound').map(({ body }) => body)
  await expect.poll(sent, { timeout: 15_000 }).toEqual(['Dear Helen'])
})

test.each(SIZES)('writes a note with a mention by keyboard, without sending it: $size', async ({ options }) => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Do I get a discount?')
  await tenant.createUser('Manager')
  const writer = await visit(browser, instance.url, tenant.owner, options)
  const { page } = writer
  await page.goto(`/conversations/${sid}`)
  await page.getByRole('log', { name: 'Messages' }).getByText('Do I get a discount?').waitFor()
  if (options === DESKTOP) await page.keyboard.press('n')
  else await page.getByRole('button', { name: 'Note', exact: true }).click()
  const note = page.getByRole('textbox', { name: 'Note', exact: true })
  await note.pressSequentially('Ask @man')
  await page.getByRole('option', { name: 'Manager Person' }).waitFor()
  await expectAccessible(page)
  await note.press('Enter')
  expect(await note.inputValue()).toBe('Ask @Manager Person ')
  await note.pressSequentially(' about ten percent')
  await note.press('Enter')
  await page.getByRole('article', { name: 'Note by Olive Owner' }).getByText('about ten percent').waitFor()
  await note.press('Escape')
  await page.getByLabel('Message', { exact: true }).waitFor()
  expect((await tenant.messagesOnPhone(phone)).filter(({ direction }) => direction !== 'inbound')).toEqual([])
  await writer.leave()
})

test('rejects unsupported and oversized files before the upload', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const writer = await visit(browser, instance.url, tenant.owner)
  const { page } = writer
  await page.goto(`/conversations/${sid}`)
  const picker = page.locator('input[type=file]').first()
  await picker.setInputFiles([
    { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('Ten percent off') },
  ])
  await page.getByRole('dialog', { name: 'This can’t be sent by text' }).getByText('setup.exe').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Attach to this message?' })
  await confirm.getByText('offer.txt').waitFor()
  await confirm.getByRole('button', { name: 'Attach 1 file' }).press('Enter')
  await page.getByRole('list', { name: 'Attachments' }).getByText('offer.txt').waitFor()

  // Dropped anywhere on the conversation; beside it the browser must not open the file either.
  const drop = async (type: string, target: string) => {
    const files = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['Open on Sunday'], 'hours.txt', { type: 'text/plain' }))
      return transfer
    })
    return page
      .locator(target)
      .evaluate(
        (element, [event, dataTransfer]) =>
          !element.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true })),
        [type, files] as const,
      )
  }
  for (const target of ['[role=log]', 'section[aria-label=Conversations]'])
    expect(await drop('dragover', target)).toBe(true)
  await page.getByText('Drop to attach').waitFor()
  expect(await drop('drop', '[role=log]')).toBe(true)
  await page.getByText('Drop to attach').waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Attachments' }).getByText('hours.txt').waitFor()
  expect(await drop('drop', 'section[aria-label=Conversations]')).toBe(true)

  await picker.setInputFiles([{ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(700_000) }])
  await page.getByRole('dialog', { name: 'File too large' }).getByText('film.mp4').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'OK', exact: true }).press('Enter')
  await page.getByLabel('Message', { exact: true }).fill('Hi :contact_nickname:')
  await page.getByText('Unknown variable :contact_nickname:').waitFor()
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await writer.leave()
})

test('keeps the draft of a conversation that is assigned away while its composer is open', async () => {
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  const { sid } = await tenant.textFrom(newPhone(), 'Hello')
  const hand = (toUserID: string) => tenant.owner.call(contract.assignment.change, { sid, toUserID })
  ok(await hand(member.auth.userId))
  const writer = await visit(browser, instance.url, member)
  const { page } = writer
  await page.goto(`/conversations/${sid}`)
  await page.getByLabel('Message', { exact: true }).fill('Half a sentence')
  ok(await hand(tenant.owner.auth.userId))
  await page.getByText('You no longer have access to this conversation').waitFor()
  await page.getByText('Half a sentence').waitFor()
  expect(await page.getByText('We couldn’t load this').count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to inbox' }).click()
  await page.getByText('No open conversations').waitFor()
  // An unknown address: one message, and one request for it. (A page that is opened there requests it again when
  // its realtime connection opens, because earlier changes are in no event.)
  for (const [address, requests] of [
    ['CHnope', 0],
    [`CH${'0'.repeat(32)}`, 1],
  ] as const) {
    const reads: string[] = []
    page.on('response', (answer) => answer.url().includes('get-by-sid') && reads.push(answer.url()))
    await page.evaluate((path) => history.pushState({}, '', path), `/conversations/${address}`)
    // The message of the first address is shown until the second one starts to load.
    await whenQuiet(page)
    await page.getByText('We couldn’t find that conversation.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    expect(await page.getByRole('button', { name: /Retry|Try again/ }).count()).toBe(0)
    expect(reads).toHaveLength(requests)
    page.removeAllListeners('response')
  }
  await writer.close()
})

test('keeps messages written offline when their conversation disappears or is left', async () => {
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  const phone = newPhone()
  const [{ sid: lost }, { sid: left }] = [
    await tenant.textFrom(newPhone(), 'The first'),
    await tenant.textFrom(phone, 'The second'),
  ]
  const hand = async (sid: string, toUserID: string) =>
    ok(await tenant.owner.call(contract.assignment.change, { sid, toUserID }))
  await hand(lost, member.auth.userId)
  await hand(left, member.auth.userId)
  const writer = await visit(browser, instance.url, member)
  const { page } = writer
  const list = page.getByRole('region', { name: 'Conversations' })
  const thread = page.getByRole('log', { name: 'Messages' })
  const write = async (text: string) => {
    await page.getByLabel('Message', { exact: true }).fill(text)
    await page.getByLabel('Message', { exact: true }).press('Enter')
    await page.getByText('Queued').waitFor()
  }
  await page.goto(`/conversations/${lost}`)
  await thread.getByText('The first').waitFor()
  await list.getByText('The second').click()
  await thread.getByText('The second').waitFor()
  await writer.goOffline()
  await write('Said to who opted out')
  await list.getByText('The first').click()
  await thread.getByText('The first').waitFor()
  await write('Said to who is not mine any more')
  await tenant.textFrom(phone, 'STOP')
  await hand(lost, tenant.owner.auth.userId)
  await writer.goOnline()

  await page.getByText('You no longer have access to this conversation').waitFor()
  await page.getByText('Said to who is not mine any more').waitFor()
  const news = page.getByRole('region', { name: 'Alerts' })
  await news.getByText('Said to who opted out').waitFor()
  await list.getByText('Not sent').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to inbox' }).click()
  await news.getByRole('button', { name: /Your message wasn’t sent/ }).click()
  await thread.getByRole('alert').getByText('opted out').waitFor()
  expect(await list.getByText('Not sent').count()).toBe(0)
  await writer.close()
})

test('counts and keeps ten thousand pasted characters, and does not send them', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Tell me everything')
  const writer = await visit(browser, instance.url, tenant.owner)
  const { page } = writer
  await page.goto(`/conversations/${sid}`)
  const field = page.getByLabel('Message', { exact: true })
  await field.focus()
  const pasted = 'A long story. '.repeat(714).padEnd(10_000, '.')
  await page.keyboard.insertText(pasted)
  await page.getByText('8,400 characters too long').waitFor()
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await field.press('Enter')
  await expect.poll(async () => (await tenant.list(tenant.owner))[0]?.attributes.drafts?.[0]?.messageDraft).toBe(pasted)
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe(pasted)
  expect(await tenant.messagesOnPhone(phone)).toHaveLength(1)
  await page.getByText('A message can have up to 1,600 characters').waitFor()
  await expectFits(page)

  // Longer than a draft may be, so it is not saved, but it stays in the composer.
  await field.press('End')
  await page.keyboard.insertText(' And more')
  await page.getByText('saved in this window only').waitFor()
  await field.blur()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/settings/**')
  await page.goBack()
  await expect.poll(() => field.inputValue()).toContain('And more')
  await expectAccessible(page)
  await field.fill('A short story')
  await page.getByText('saved in this window only').waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await tenant.list(tenant.owner))[0]?.attributes.drafts?.[0]?.messageDraft)
    .toBe('A short story')
  await field.press('Enter')
  await expect.poll(async () => (await tenant.messagesOnPhone(phone)).at(-1)?.body).toContain('A short story')
  await writer.leave()
})

test('shortens a long link, redirects, and counts its clicks in thread and settings', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Where do I book?')
  const writer = await visit(browser, instance.url, tenant.owner)
  const { page } = writer
  await page.goto(`/conversations/${sid}`)
  const field = page.getByLabel('Message', { exact: true })
  await field.fill('Here: https://example.com/booking/cleaning?patient=maya&from=text.')
  await page.getByRole('button', { name: 'Shorten link' }).press('Enter')
  await expect.poll(() => field.inputValue()).toMatch(/^Here: http:\/\/localhost:\d+\/l\/\w{8}\.$/)
  const code = /\/l\/(\w{8})/.exec(await field.inputValue())?.[1]
  const answer = await fetch(`${instance.url}/l/${code}`, {
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0 Safari' },
  })
  expect(answer.headers.get('location')).toBe('https://example.com/booking/cleaning?patient=maya&from=text')
  await field.press('Enter')
  await page.getByRole('log').getByText('1 link click').waitFor()
  await showScreen(page, '/settings/sending')
  await page.getByText('1 click').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Remove / }).click()
  await page.getByText('No short links yet').waitFor()
  await writer.leave()
})

test('sending settings are accessible and fit the screen on a phone', async () => {
  const tenant = await instance.createTenant()
  const writer = await visit(browser, instance.url, tenant.owner, PHONE)
  const { page } = writer
  await page.goto('/settings/sending')
  await page.getByText('Show them').click()
  await page.getByText('Tex. Bus. & Com. Code').waitFor()
  await expectAccessible(page)
  await expectFits(page)
  const from = page.getByRole('combobox', { name: 'Send from' })
  await from.fill('7')
  await from.press('Enter')
  await page.getByText('US law only allows').waitFor()
  await from.fill('10:00')
  await from.press('Enter')
  await expect
    .poll(async () => ok(await tenant.owner.call(contract.sending.getSettings, undefined)).data.quietHours.opens)
    .toBe('10:00')
  await writer.leave()
})
