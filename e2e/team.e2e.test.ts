import { contract } from '@frontdesk/contract/api'
import { expect, test } from 'vitest'
import { ok } from '../apps/server/src/testing/client.ts'
import { newPhone } from '../apps/server/src/testing/test-instance.ts'
import { eventually, expectAccessible, PHONE, showScreen, visit } from './browser.ts'
import { openJourney } from './journey.ts'

const { instance, browser } = await openJourney()

test('an owner edits a teammate, grants a role a permission live, and removes the teammate', async () => {
  const tenant = await instance.createTenant({ locations: 2 })
  const member = await tenant.createUser('TeamMember')
  const successor = await tenant.createUser('Manager')
  await tenant.textFrom(newPhone(), 'For nobody in particular')
  ok(
    await tenant.owner.call(contract.conversations.getSetSms, {
      contactName: 'Pat Driver',
      contactPhoneNumber: newPhone(),
      tenantPhoneNumber: tenant.numbers[0] ?? '',
      toUserID: member.auth.userId,
    }),
  )
  const theirs = await visit(browser, instance.url, member)
  await theirs.page.goto('/conversations')
  await theirs.page.getByRole('link').filter({ hasText: 'Pat Driver' }).click()
  await theirs.page.getByRole('textbox', { name: 'Message', exact: true }).fill('Written before leaving')
  await theirs.page.keyboard.press('Enter')
  await theirs.page.getByRole('log', { name: 'Messages' }).getByText('Written before leaving').waitFor()
  await showScreen(theirs.page, '/conversations')
  expect(await theirs.page.getByText('For nobody in particular').count()).toBe(0)
  const heirs = await visit(browser, instance.url, successor)
  await heirs.page.goto('/conversations')
  const inherited = heirs.page.getByRole('link').filter({ hasText: 'Pat Driver' })
  await inherited.waitFor()

  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  await page.goto('/conversations')
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'TeamMember Person' })
  await row.waitFor()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Roles and Permissions' }).click()
  await page.waitForURL('**tab=role-list')
  const unassigned = page.getByRole('switch', { name: 'Team Member: See unassigned conversations' })
  await unassigned.waitFor()
  await expectAccessible(page)
  await page.getByText('See unassigned conversations').waitFor()
  await unassigned.focus()
  await page.keyboard.press('Space')
  await theirs.page.getByText('For nobody in particular').first().waitFor()
  await unassigned.focus()
  await page.keyboard.press('Space')
  await eventually(async () => expect(await theirs.page.getByText('For nobody in particular').count()).toBe(0))
  await theirs.page.getByRole('link').filter({ hasText: 'Pat Driver' }).waitFor()

  await page.getByRole('tab', { name: 'Team Members' }).click()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Ann Fisher')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  const ann = page.getByRole('row').filter({ hasText: 'Ann Fisher' })
  await ann.waitFor()

  await ann.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove from team' }).click()
  await dialog.getByRole('combobox', { name: 'Reassign their 1 open conversation to' }).click()
  await page.getByRole('option', { name: 'Manager Person' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await theirs.page.waitForURL('**/auth/login**')
  await eventually(async () => expect(await ann.count()).toBe(0))
  // The successor's open screen shows the conversation, and earlier messages keep their author's name.
  await inherited.click()
  await heirs.page.getByRole('log', { name: 'Messages' }).getByText('Written before leaving').waitFor()
  await heirs.page.getByRole('log', { name: 'Messages' }).getByText('TeamMember Person').first().waitFor()
  await heirs.leave()
  expect(
    (await tenant.list(successor)).filter(({ attributes }) => attributes.toUserID === successor.auth.userId),
  ).toHaveLength(1)
  await owner.leave()
  await theirs.close()
})

test('invites a teammate who joins by email, and says in advance when the plan is full', async () => {
  const tenant = await instance.createTenant({ subscription: { totalTeamMembers: 2 } })
  const email = `invited-${crypto.randomUUID()}@example.test`
  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  await page.goto('/team')
  const add = page.getByRole('button', { name: 'Invite a teammate' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Invite a teammate' })
  await dialog.getByLabel('Name').fill('Ann Fisher')
  await dialog.getByLabel('Email').fill(tenant.owner.auth.userName)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await dialog.getByText('You’ve reached your plan’s limit').or(dialog.getByText('already on your team')).waitFor()
  owner.complaints.length = 0
  await dialog.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  const ann = page.getByRole('row').filter({ hasText: 'Ann Fisher' })
  await ann.getByText('Invited', { exact: true }).waitFor()
  const alerts = page.getByRole('region', { name: 'Alerts' })
  await alerts.getByText('Invitation sent', { exact: true }).waitFor()
  await page.getByText('Remove someone or ask for a larger plan', { exact: false }).waitFor()
  expect(await add.isDisabled()).toBe(true)
  await expectAccessible(page)
  await ann.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Resend invitation' }).click()
  await alerts.getByText('Invitation sent again').waitFor()
  await eventually(async () => expect(await instance.emailsTo(email)).toHaveLength(2))

  const link = /https?:\/\/\S+/.exec((await instance.emailsTo(email))[0]?.text ?? '')?.[0] ?? ''
  const guest = await visit(browser, instance.url, null, PHONE)
  await guest.page.goto(new URL(link).pathname + new URL(link).search)
  await guest.page
    .getByLabel(/password/i)
    .first()
    .fill('a password of my own')
  await expectAccessible(guest.page)
  await guest.page.keyboard.press('Enter')
  await guest.page.waitForURL('**/auth/confirm-invite-success**')
  await guest.page.getByRole('heading', { name: 'Welcome to the team' }).waitFor()
  await guest.page.getByRole('link', { name: 'Open the inbox' }).click()
  await guest.page.waitForURL('**/conversations')
  await eventually(async () => expect(await ann.getByText('Invited', { exact: true }).count()).toBe(0))
  await owner.leave()
  await guest.leave()
})

test('an owner views the app as a team member in every tab, and returns with one click', async () => {
  const tenant = await instance.createTenant()
  const member = await tenant.createUser('TeamMember')
  await tenant.textFrom(newPhone(), 'For nobody in particular')
  const { sid } = ok(
    await tenant.owner.call(contract.conversations.getSetSms, {
      contactName: 'Pat Driver',
      contactPhoneNumber: newPhone(),
      tenantPhoneNumber: tenant.numbers[0] ?? '',
      toUserID: member.auth.userId,
    }),
  ).data
  const owner = await visit(browser, instance.url, tenant.owner)
  const { page } = owner
  const second = await page.context().newPage()
  await second.goto('/conversations')
  await second.getByText('For nobody in particular').first().waitFor()
  await page.goto('/team')
  await page.getByRole('row').filter({ hasText: 'TeamMember Person' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'View as this teammate' }).click()
  const banner = page.getByRole('region', { name: 'Viewing as someone else' })
  await banner.getByText('TeamMember Person').waitFor()
  await page.getByText('You don’t have access to the team list').waitFor()
  await expectAccessible(page)
  await second.getByRole('region', { name: 'Viewing as someone else' }).waitFor()
  await eventually(async () => expect(await second.getByText('For nobody in particular').count()).toBe(0))
  await page.goto(`/conversations/${sid}`)
  await page.getByRole('heading', { name: 'Pat Driver' }).first().waitFor()
  expect(await page.getByRole('textbox', { name: 'Message', exact: true }).count()).toBe(0)
  await banner.getByRole('button', { name: 'Back to my view' }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await second.getByText('For nobody in particular').first().waitFor()
  await owner.leave()
})
