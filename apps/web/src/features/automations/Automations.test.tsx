import type { Automation, AutomationRun } from '@frontdesk/contract/api'
import type { Permission } from '@frontdesk/contract/rules'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { AutomationScreen } from './AutomationScreen.tsx'
import { AutomationsScreen } from './AutomationsScreen.tsx'
import { delayMinutes, delayOf } from './automation-values.ts'
import { NewAutomationScreen } from './NewAutomationScreen.tsx'

const { automations, session } = vi.hoisted(() => ({
  automations: { getList: vi.fn(), get: vi.fn(), save: vi.fn(), setEnabled: vi.fn(), runs: vi.fn(), preview: vi.fn() },
  session: { current: {} },
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    automations,
    contactList: { getTags: async () => ({ tags: [] }) },
    contactStatuses: { get: async () => ({ statuses: [], version: 0 }) },
    contacts: { getLabels: async () => ({ labels: [] }) },
    folders: { getList: async () => ({ data: { folders: [] } }) },
    templates: { getList: async () => ({ templates: [] }) },
    presence: {
      getList: async () => ({ data: { people: [{ userID: 'u1', isOwner: true, userName: 'Olivia Hart' }] } }),
    },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({
  ...(await original()),
  useSession: () => session.current,
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params: _params, search: _search, ...rest }: { to: string; params?: unknown; search?: unknown }) => (
    <a href={to} {...rest} />
  ),
  useBlocker: () => ({ status: 'idle' }),
}))

const signIn = (...permissions: Permission[]) => {
  session.current = { userId: 'u1', roles: ['Manager'], permissions, locationIDs: null, tenantName: 'Harbor Dental' }
}

const anAutomation = (values: Partial<Automation> = {}): Automation => ({
  id: 'a1',
  kind: 'follow-up',
  name: 'Nudge',
  isEnabled: false,
  locationID: null,
  conditions: {
    folderKeys: [],
    assignee: 'anyone',
    assigneeUserID: null,
    statusKeys: [],
    labels: [],
    tags: [],
    isOnlyInBusinessHours: false,
  },
  delayMinutes: 120,
  actions: { text: 'Any questions?', maxTimes: 1, stopsWhenClosed: true, assignToUserID: null, folderKey: null },
  counts: { done: 0, skipped: 0, waiting: 0 },
  createdOnUtc: '2026-01-01T00:00:00.000Z',
  updatedOnUtc: '2026-01-01T00:00:00.000Z',
  version: 1,
  canEdit: true,
  ...values,
})

const aRun = (values: Partial<AutomationRun>): AutomationRun => ({
  id: 'r1',
  conversationSid: 'CH1',
  contactName: 'Ana Silva',
  state: 'done',
  reason: null,
  triggeredOnUtc: '2026-01-01T00:00:00.000Z',
  dueOnUtc: '2026-01-01T00:00:00.000Z',
  finishedOnUtc: '2026-01-01T00:00:00.000Z',
  ...values,
})

function show(content: ReactNode) {
  renderWithProviders(content)
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  for (const mock of Object.values(automations)) mock.mockReset()
  automations.preview.mockResolvedValue({ data: { conversations: 12, isMore: false } })
  automations.runs.mockResolvedValue({ data: { runs: [], nextCursor: null } })
  signIn('automations_view', 'automations_manage')
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44)
})

test('the list says when each acts and how often it did, and turns it on', async () => {
  automations.getList.mockResolvedValue({
    data: { automations: [anAutomation({ counts: { done: 3, skipped: 1, waiting: 2 } })] },
  })
  automations.setEnabled.mockResolvedValue({ data: anAutomation({ isEnabled: true }) })
  show(<AutomationsScreen />)
  await screen.findByText('2 hours after your last message')
  screen.getByText('Ran 3 times · 1 skipped · 2 waiting')
  fireEvent.click(screen.getByRole('switch', { name: 'Turn on Nudge' }))
  await waitFor(() => expect(automations.setEnabled).toHaveBeenCalledWith({ id: 'a1', isEnabled: true }))
  press('Actions for Nudge')
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Edit', 'Duplicate', 'Delete…'])
})

test('those who may only view get neither a switch to use nor a button to add one', async () => {
  signIn('automations_view')
  automations.getList.mockResolvedValue({ data: { automations: [anAutomation({ canEdit: false })] } })
  show(<AutomationsScreen />)
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Turn on Nudge' })
  expect(toggle.disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'New automation' })).toBeNull()
})

test('without the permission there is no list', async () => {
  signIn()
  show(<AutomationsScreen />)
  await screen.findByText('You don’t have access to this page')
  expect(automations.getList).not.toHaveBeenCalled()
})

test('a new follow-up needs a name, a delay and a text', async () => {
  automations.save.mockResolvedValue({ data: anAutomation() })
  const onSaved = vi.fn()
  show(<NewAutomationScreen kind="follow-up" fromId={undefined} onSaved={onSaved} />)
  await waitFor(() => field('Name'))
  await screen.findByText('conversations would have matched in the last 7 days')
  fireEvent.change(field('Wait'), { target: { value: '' } })
  press('Save')
  await screen.findByText('Write the text to send.')
  screen.getByText('Choose between 1 minute and 30 days.')
  screen.getByText('Enter a wait time to see how many conversations match.')
  expect(automations.save).not.toHaveBeenCalled()
  type('Name', 'Nudge')
  type('Message', 'Any questions?')
  fireEvent.change(field('Wait'), { target: { value: '2' } })
  press('Save')
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('a1'))
  expect(automations.save).toHaveBeenCalledWith({
    name: 'Nudge',
    kind: 'follow-up',
    locationID: null,
    delayMinutes: 2 * 24 * 60,
    conditions: anAutomation().conditions,
    actions: anAutomation().actions,
  })
})

test('a duplicate starts with the values of the original and is saved as a new one', async () => {
  automations.get.mockResolvedValue({ data: anAutomation() })
  automations.save.mockResolvedValue({ data: anAutomation({ id: 'a2' }) })
  show(<NewAutomationScreen kind="follow-up" fromId="a1" onSaved={() => undefined} />)
  await screen.findByDisplayValue('Copy of Nudge')
  press('Save')
  await waitFor(() => expect(automations.save).toHaveBeenCalledOnce())
  expect(automations.save.mock.calls[0]?.[0]).not.toHaveProperty('id')
})

test('the log says what an automation did, and why it did not', async () => {
  automations.get.mockResolvedValue({ data: anAutomation() })
  const runs = [
    aRun({ id: 'r1' }),
    aRun({ id: 'r2', state: 'skipped', reason: 'opted-out' }),
    aRun({ id: 'r3', state: 'done', reason: 'assignee-missing' }),
  ]
  automations.runs.mockResolvedValue({ data: { runs, nextCursor: null } })
  show(<AutomationScreen id="a1" />)
  await screen.findByText('Skipped: contact opted out')
  screen.getByText('Done')
  screen.getByText('Partly done: not assigned because the teammate can’t see this location')
})

test('own edits stay when a teammate saved something else meanwhile', async () => {
  automations.get.mockResolvedValue({ data: anAutomation() })
  show(<AutomationScreen id="a1" />)
  await screen.findByDisplayValue('Nudge')
  automations.save.mockRejectedValueOnce(Object.assign(new Error('changed'), { code: 'ChangedMeanwhile' }))
  const theirs = anAutomation({ name: 'Reminder', version: 2 })
  automations.get.mockResolvedValue({ data: theirs })
  type('Message', 'Mine')
  press('Save')
  await screen.findByText('Their changes to these are in the form: Name.')
  expect([field('Name').value, field('Message').value]).toEqual(['Reminder', 'Mine'])
})

test('delays are shown in the largest unit that fits, and only those that can be saved are', () => {
  expect([90, 120, 2880].map(delayOf)).toEqual([
    { amount: 90, unit: 'minutes' },
    { amount: 2, unit: 'hours' },
    { amount: 2, unit: 'days' },
  ])
  expect(delayMinutes({ amount: 31, unit: 'days' })).toBeNull()
  expect(delayMinutes({ amount: null, unit: 'days' })).toBeNull()
})
