import { contract } from '@frontdesk/contract/api'
import { fromSid } from '@frontdesk/contract/rules'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { eventually, expectAccessible, expectFits, openLive, PHONE, SIZES, showScreen, visit, WIDE } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test.each([{ size: 'wide enough for everything', options: WIDE }, ...SIZES])(
  'folders and filters are accessible and fit the screen: $size',
  async ({ options }) => {
    const tenant = await instance.createTenant({ locations: 2 })
    const { sid } = await tenant.textFrom(newPhone(), 'Am I covered for this?')
    await tenant.textFrom(newPhone(), 'Loved it!', { to: tenant.numbers[1] ?? '' })
    ok(await tenant.owner.call(contract.folders.change, { sid, folderKey: 'reviews' }))
    const owner = await visit(browser, instance.url, tenant.owner, options)
    const { page } = owner
    await page.goto('/conversations?range=today&to=me,none')
    await page.getByRole('list', { name: 'Filters in use' }).getByText('Unassigned').waitFor()
    if (options === PHONE) await page.getByRole('button', { name: 'Inbox views' }).click()
    const rail = page.getByRole('navigation', { name: 'Inbox views' })
    await rail.getByRole('button', { name: /^Reviews/ }).waitFor()
    await eventually(async () =>
      expect(await rail.getByRole('button', { name: /^Reviews/ }).textContent()).toContain('1'),
    )
    await expectAccessible(page)
    await rail.getByRole('button', { name: 'Manage folders' }).click()
    // Scoped to the dialog: on a phone, the sheet that it replaces lists the folders too.
    await page.getByRole('dialog').getByRole('combobox', { name: 'Location' }).waitFor()
    await page.getByRole('dialog').getByText('Waiting Response').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByLabel('Sort by').waitFor()
    await expectAccessible(page)
    // The first Escape closes the list of choices, the next one the panel.
    await page.getByLabel('Folder', { exact: true }).first().press('ArrowDown')
    const choice = page.getByRole('option', { name: 'Campaigns' })
    await choice.waitFor()
    await page.keyboard.press('Escape')
    await choice.waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Sort by').isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByLabel('Sort by').waitFor({ state: 'hidden' })
    await showScreen(page, '/conversations')
    await page.getByRole('button', { name: 'Select conversations' }).click()
    await page.getByRole('checkbox').first().check()
    const bar = page.getByRole('region', { name: 'Selected conversations' })
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'No reply needed' }).waitFor()
    await expectAccessible(page)
    await expectFits(page)
    await owner.leave()
  },
)

test.each([{ options: WIDE }, { options: PHONE }])(
  'hides the assignee filter from teammates who see only their own conversations, at $options.viewport.width px',
  async ({ options }) => {
    const tenant = await instance.createTenant()
    const member = await tenant.createUser('TeamMember')
    const { sid } = await tenant.textFrom(newPhone(), 'For you')
    ok(await tenant.owner.call(contract.assignment.change, { sid, toUserID: member.auth.userId }))
    const entries = async (person: typeof member) => {
      const visitor = await visit(browser, instance.url, person, options)
      const { page } = visitor
      await page.goto('/conversations')
      await page.getByText('For you').waitFor()
      if (options === PHONE) await page.getByRole('button', { name: 'Inbox views' }).click()
      const rail = page.getByRole('navigation', { name: 'Inbox views' })
      await rail.getByRole('button', { name: /^Mine/ }).waitFor()
      const entries = {
        all: await rail.getByRole('button', { name: /^All/ }).count(),
        selected: await rail.locator('[aria-current]').allTextContents(),
      }
      if (person === member) {
        await rail.getByRole('button', { name: /^Mine/ }).click()
        await page.waitForURL('**/conversations')
        await page.getByText('For you').waitFor()
        await page.getByRole('button', { name: 'Filter' }).click()
        await page.getByLabel('Sort by').waitFor()
        expect(await page.getByLabel('Assigned to').count()).toBe(0)
      }
      await visitor.leave()
      return entries
    }
    const idle = await visit(browser, instance.url, await tenant.createUser('TeamMember'), options)
    await idle.page.goto('/conversations')
    await idle.page.getByText('Conversations assigned to you appear here.').waitFor()
    await idle.leave()
    expect(await entries(member)).toEqual({ all: 0, selected: [expect.stringMatching(/^Mine/)] })
    expect(await entries(tenant.owner)).toEqual({ all: 1, selected: [expect.stringMatching(/^All/)] })
  },
)

test('counts unread conversations, and searches people and messages, open and closed', async () => {
  const tenant = await instance.createTenant()
  const { sid, phoneNumber } = await tenant.textFrom(newPhone(), 'Thanks, that was all')
  await tenant.textFrom(newPhone(), 'Hello?')
  ok(await tenant.owner.call(contract.conversations.close, { sid }))
  const owner = await visit(browser, instance.url, tenant.owner, { viewport: { width: 1280, height: 560 } })
  const { page } = owner
  await openLive(page, '/conversations')
  await page.getByText('You have 1 unread conversation', { exact: true }).waitFor()
  await tenant.textFrom(newPhone(), 'Anybody there?')
  await page.getByText('You have 2 unread conversations').waitFor()
  await eventually(async () => expect(await page.title()).toBe('(2) Inbox · Frontdesk'))
  await page.getByRole('button', { name: 'Show unread conversations' }).click()
  await page.waitForURL('**/conversations?unread=true')
  await page.getByRole('button', { name: 'Show all conversations' }).click()
  // The same number on every screen.
  await showScreen(page, '/team')
  await eventually(async () => expect(await page.title()).toBe('(2) Team · Frontdesk'))
  await page.getByRole('link', { name: 'Inbox 2 unread' }).waitFor()

  // With several filters it is unknown which one excludes everything.
  await showScreen(page, '/conversations?waiting=true&scheduled=true&range=custom&from=2026-03-04')
  await page.getByText('No conversation matches these filters.').waitFor()
  await page.getByRole('list', { name: 'Filters in use' }).getByText('Mar 4, 2026 – …').waitFor()
  const filters = page.getByRole('button', { name: /^Filter/ })
  await filters.click()
  await page.getByLabel('Assigned to').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await filters.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  // The end of the sheet is reachable on a low screen.
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Hello?').waitFor()
  await filters.and(page.locator(':focus')).waitFor()

  const field = page.getByRole('textbox', { name: 'Search people, numbers, and messages' })
  await field.fill('nowhere to be found')
  await page.getByText('No results').waitFor()
  await field.fill(phoneNumber)
  const person = page.getByRole('list', { name: 'Conversations found' }).getByRole('link')
  await person.getByText('Closed', { exact: true }).waitFor()
  await field.fill('that was all')
  const hit = page.getByRole('list', { name: 'Messages found' }).getByRole('link')
  await hit.waitFor()
  await expectAccessible(page)
  // By keyboard from the field to the first result, and back to the results with the Back button.
  await field.press('ArrowDown')
  await hit.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/conversations/${sid}**`)
  expect(new URL(page.url()).searchParams.get('q')).toBe('that was all')
  await page.goBack()
  await hit.waitFor()
  await showScreen(page, '/conversations?tab=all')
  await page.getByRole('link').filter({ hasText: 'Thanks, that was all' }).waitFor()
  const states = page.getByRole('group', { name: 'State' }).getByRole('button', { pressed: true })
  expect(await states.count()).toBe(2)
  await showScreen(page, '/conversations?tab=closed')
  await page.getByRole('link').filter({ hasText: 'Thanks, that was all' }).waitFor()
  await page.getByRole('button', { name: 'Select conversations' }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('region', { name: 'Selected conversations' }).getByRole('button', { name: 'Reopen' }).click()
  await page.getByText('1 conversation reopened').waitFor()
  expect(await tenant.list(tenant.owner, { isClosed: true })).toEqual([])
  await owner.leave()
})

test('adds a folder and moves a conversation into it, live on another screen', async () => {
  const tenant = await instance.createTenant()
  const phone = newPhone()
  const { sid } = await tenant.textFrom(phone, 'Do you take my insurance?')
  const owner = await visit(browser, instance.url, tenant.owner, WIDE)
  const other = await visit(browser, instance.url, await tenant.createUser('Manager'), WIDE)
  await openLive(other.page, '/conversations?folder=new')
  await other.page.getByText('Do you take my insurance?').waitFor()

  const { page } = owner
  await page.goto(`/conversations/${sid}`)
  const rail = page.getByRole('navigation', { name: 'Inbox views' })
  await rail.getByRole('button', { name: 'Manage folders' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add a folder' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Insurance')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Insurance').waitFor()
  await page.keyboard.press('Escape')
  await rail.getByText('Insurance').waitFor()
  // The other screen is updated by an event.
  await other.page.getByRole('navigation', { name: 'Inbox views' }).getByText('Insurance').waitFor()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Move into folder…' }).click()
  await page.getByRole('dialog').getByLabel('Insurance').check()
  await page.keyboard.press('Enter')
  await page
    .getByRole('log', { name: 'Messages' })
    .getByText(/moved it to the folder Insurance/)
    .waitFor()
  await other.page.getByText('This folder is empty.').waitFor()
  await other.page
    .getByRole('navigation', { name: 'Inbox views' })
    .getByRole('button', { name: /^Insurance/ })
    .click()
  await other.page.getByText('Do you take my insurance?').first().waitFor()
  expect(new URL(other.page.url()).searchParams.get('folder')).toBe('insurance')
  await other.page.reload()
  await other.page.getByText('Do you take my insurance?').first().waitFor()

  await rail.getByRole('button', { name: 'Manage folders' }).click()
  await page.getByRole('button', { name: 'Delete Insurance' }).click()
  await page.getByRole('dialog').getByText('1 conversation moves to “Waiting Response”').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete folder' }).click()
  await eventually(async () => expect(await tenant.list(tenant.owner, { folderKeys: ['new'] })).toHaveLength(1))
  await owner.leave()
  await other.leave()
})

test.each(SIZES)(
  'opens search results at the matching message, while the search keeps its results: $size',
  async ({ options }) => {
    const tenant = await instance.createTenant()
    const phone = newPhone()
    const { sid } = await tenant.textFrom(phone, 'Could I have the pineapple cake on Friday?')
    // So far back that it is not on the first page of the thread.
    await instance.server.database.owner.query(
      `insert into messages (tenant_id, id, conversation_id, index, type, is_outgoing, author, body, created_at)
     select tenant_id, gen_random_uuid(), id, latest_index + i, 'text', false, contact_phone, 'And another thing, number ' || i, now() + i * interval '1 second'
     from conversations, generate_series(1, 300) i where id = $1`,
      [fromSid(sid)],
    )
    await instance.server.database.owner.query(
      'update conversations set latest_index = latest_index + 300 where id = $1',
      [fromSid(sid)],
    )
    await tenant.textFrom(newPhone(), 'Do you sell pineapples?')
    const owner = await visit(browser, instance.url, tenant.owner, options)
    const { page } = owner
    await page.goto('/conversations')
    await page.getByText('Do you sell pineapples?').waitFor()
    await page.getByRole('textbox', { name: 'Search people, numbers, and messages' }).fill('pineap')
    const hits = page.getByRole('list', { name: 'Messages found' })
    await hits.getByText('cake on Friday?').waitFor()
    expect(await hits.getByRole('listitem').count()).toBe(2)
    await expectAccessible(page)
    await hits.getByText('cake on Friday?').click()
    const log = page.getByRole('log', { name: 'Messages' })
    await log.getByText('Could I have the pineapple cake on Friday?').waitFor()
    await eventually(async () => {
      const box = await log.getByText('Could I have the pineapple cake on Friday?').boundingBox()
      const frame = await log.boundingBox()
      expect(box && frame && box.y > frame.y && box.y < frame.y + frame.height).toBe(true)
    })
    if (options === PHONE) await page.getByRole('button', { name: 'Back to inbox' }).click()
    await hits.getByText('Do you sell').waitFor()
    await owner.leave()
  },
)

test.each(SIZES)('changes selected conversations in bulk, and undoes it: $size', async ({ options }) => {
  const tenant = await instance.createTenant()
  for (let n = 1; n <= 4; n++) await tenant.textFrom(newPhone(), `Question ${n}`)
  const owner = await visit(browser, instance.url, tenant.owner, options)
  const { page } = owner
  await page.goto('/conversations')
  await page.getByText('Question 4').waitFor()
  if (options === PHONE) {
    await page.getByRole('button', { name: 'Select conversations' }).click()
    await page.getByRole('checkbox').first().check()
  } else {
    // By keyboard: the newest, and two more with Shift.
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+J')
    await page.keyboard.press('Shift+J')
    await page.getByText('3 selected').waitFor()
  }
  await page.getByRole('button', { name: 'Select all 4' }).click()
  await page.getByText('All 4 that match').waitFor()
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Selected conversations' }).getByRole('button', { name: 'Close' }).click()
  // A new business shows its checklist instead of the empty inbox.
  if (options !== PHONE) await page.getByRole('button', { name: 'Dismiss the checklist' }).click()
  await page.getByText('You’re all caught up').waitFor()
  await page.getByText('4 conversations closed').waitFor()
  await expectAccessible(page)
  await page.reload()
  // Together: the progress bar disappears a few seconds after the action has finished.
  await Promise.all([
    page.getByText('Question 1').waitFor(),
    page.getByText('4 conversations reopened').waitFor(),
    page.getByRole('button', { name: 'Undo' }).click(),
  ])

  const selectAll = async () => {
    if (options === PHONE) {
      await page.getByRole('button', { name: 'Select conversations' }).click()
      await page.getByRole('checkbox').first().check()
    } else {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
    }
    await page.getByRole('button', { name: 'Select all 4' }).click()
  }
  const bar = page.getByRole('region', { name: 'Selected conversations' })
  await selectAll()
  await bar.getByRole('button', { name: 'Snooze' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Until they reply').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await page.getByText('4 conversations snoozed until they reply').waitFor()
  await page.getByText('4 snoozed conversations come back later.').waitFor()
  await showScreen(page, '/conversations?snoozed=true')
  await page.getByText('Question 1').waitFor()
  await selectAll()
  await bar.getByRole('button', { name: 'Unsnooze' }).click()
  await page.getByText('4 conversations unsnoozed').waitFor()
  await owner.leave()
})

test('saves, shares and deletes a view, counted live on another screen', async () => {
  const tenant = await instance.createTenant()
  const { sid } = await tenant.textFrom(newPhone(), 'Best dentist in town')
  ok(await tenant.owner.call(contract.folders.change, { sid, folderKey: 'reviews' }))
  const owner = await visit(browser, instance.url, tenant.owner, WIDE)
  const other = await visit(browser, instance.url, await tenant.createUser('Manager'), WIDE)
  await openLive(other.page, '/conversations')
  const { page } = owner
  await page.goto('/conversations?folder=reviews&range=this_year')
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Praise of this year')
  await dialog.getByLabel('Share with everyone').check()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const entry = (at: Page) =>
    at.getByRole('navigation', { name: 'Inbox views' }).getByRole('button', { name: /^Praise/ })
  await entry(page).waitFor()
  expect(await entry(page).getAttribute('aria-current')).toBe('true')
  await entry(other.page).waitFor()
  await eventually(async () => expect(await entry(other.page).textContent()).toContain('1'))
  await entry(other.page).click()
  await other.page.getByText('Best dentist in town').waitFor()
  expect(new URL(other.page.url()).searchParams.get('folder')).toBe('reviews')
  await expectAccessible(other.page)
  await page.getByRole('button', { name: 'Edit the view Praise of this year' }).click()
  await dialog.getByRole('button', { name: 'Delete view' }).click()
  await entry(page).waitFor({ state: 'detached' })
  await entry(other.page).waitFor({ state: 'detached' })
  await owner.leave()
  await other.leave()
})
