import type { ContactActivity } from '@frontdesk/contract/api'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { Activities } from './Activities.tsx'

const { getList } = vi.hoisted(() => ({ getList: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    contactActivities: { getList },
    contactFields: { get: async () => ({ fields: [{ id: 'f1', name: 'Pet', type: 'text' }], version: 1 }) },
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown' }] }) },
  },
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ params, children }: { params: { sid: string }; children: string }) => (
    <a href={`/conversations/${params.sid}`}>{children}</a>
  ),
}))

const common = (n: number) => ({ id: `${n}`, atUtc: `2026-01-0${n}T15:00:00Z`, actor: 'Maya' })
const changed = (n: number, changes: Extract<ContactActivity, { kind: 'changed' }>['changes']): ContactActivity => ({
  ...common(n),
  kind: 'changed',
  changes,
  cause: null,
  importFileName: null,
})
const list = { added: [] as string[], removed: [] as string[], main: null }

const show = (...pages: ContactActivity[][]) => {
  for (const [index, activities] of pages.entries())
    getList.mockResolvedValueOnce({ activities, nextCursor: index < pages.length - 1 ? `page ${index + 1}` : null })
  renderWithProviders(<Activities contactId="c1" zone="America/New_York" />)
}

beforeEach(() => getList.mockReset())

test('lists what happened as sentences, by day', async () => {
  show([
    changed(3, [
      { field: 'name', before: 'Jon', after: 'John' },
      { field: 'birthDate', before: null, after: '1990-02-28' },
      { field: 'tags', ...list, added: ['VIP', 'new'], removed: ['old'] },
      { field: 'emails', ...list, added: ['a@example.com', 'b@example.com'], removed: ['c@example.com'] },
    ]),
    {
      ...changed(3, [{ field: 'phones', ...list, main: '+12125550100' }]),
      id: '3b',
      cause: 'import',
      importFileName: 'spring.csv',
    } as ContactActivity,
    changed(2, [
      { field: 'location', before: 'l1', after: 'l9' },
      { field: 'custom', fieldID: 'f1', before: null, after: 'Rex' },
    ]),
    { ...common(1), kind: 'added', source: 'sms', importFileName: null, actor: null },
  ])
  await screen.findByText('Maya changed the name from “Jon” to “John”')
  for (const sentence of [
    'Maya set the birthday to Feb 28, 1990',
    'Maya added the tags VIP, new',
    'Maya removed the tag old',
    'Maya added the emails a@example.com, b@example.com',
    'Maya removed the email c@example.com',
    'Maya made (212) 555-0100 the main number',
    'Contact added when they first texted',
  ])
    screen.getByText(sentence)
  await screen.findByText('Maya moved the contact from Downtown to another location')
  await screen.findByText('Maya set Pet to “Rex”')
  screen.getByText(/Import · spring\.csv/)
  const days = screen.getAllByRole('heading', { level: 4 })
  expect(days.map(({ title }) => title)).toEqual(['Jan 3, 2026', 'Jan 2, 2026', 'Jan 1, 2026'])
  expect(within(screen.getByRole('region', { name: 'Jan 3, 2026' })).getAllByRole('listitem')).toHaveLength(2)
})

test('each other kind has a sentence; conversations can be opened', async () => {
  const sid = 'CH1'
  show([
    { ...common(9), kind: 'blocked', phoneNumber: '+12125550100' },
    { ...common(8), kind: 'merged', other: { name: '', phoneNumber: '+12125550101' } },
    { ...common(7), kind: 'unmerged', other: null },
    { ...common(6), kind: 'note-added', note: 'Prefers mornings', conversationSid: null },
    { ...common(5), kind: 'conversation-updated', conversationSid: sid, update: { kind: 'closed', value: null } },
    { ...common(4), kind: 'message-sent', conversationSid: sid, messageKind: 'group', name: 'Regulars', text: 'Sale' },
    {
      ...common(4),
      id: 'withheld',
      kind: 'message-withheld',
      messageKind: 'campaign',
      name: 'Spring offer',
      outcome: 'skipped',
      reason: 'no-consent',
      heldUntilUtc: null,
      holiday: null,
    },
    { ...common(3), kind: 'note-deleted' },
    {
      ...common(2),
      kind: 'consent',
      consent: 'opt-out',
      purpose: 'all',
      source: 'phone-call',
      phoneNumber: '+12125550100',
      importFileName: null,
    },
    { ...common(1), kind: 'added', source: 'csv-upload', importFileName: 'spring.csv' },
  ])
  await screen.findByText('Maya blocked (212) 555-0100')
  for (const sentence of [
    'Maya merged this contact with (212) 555-0101',
    'Maya unmerged this contact from another contact',
    'Maya added a note',
    'Prefers mornings',
    'Maya closed the conversation',
    'Maya sent a message to the group Regulars',
    'Sale',
    'Not sent: the campaign Spring offer',
    'They haven’t agreed to marketing texts.',
    'Maya deleted a note',
    'Opted out of all texts',
    'Maya imported the contact from spring.csv',
  ])
    screen.getByText(sentence)
  screen.getByText(/\(212\) 555-0100 · On the phone · Maya/)
  const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: 'Open conversation' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/conversations/CH1', '/conversations/CH1'])
})

test('more are loaded by page; a filter without any says so; a failure can be retried', async () => {
  show(
    [{ ...common(2), kind: 'note-deleted' }],
    [{ ...common(1), kind: 'added', source: 'user', importFileName: null }],
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByText('Maya added the contact')
  expect(getList.mock.calls.at(-1)?.[0]).toEqual({ contactId: 'c1', filter: 'all', cursor: 'page 1' })
  const select = screen.getByLabelText('Filter activities')
  getList.mockResolvedValueOnce({ activities: [], nextCursor: null })
  fireEvent.change(select, { target: { value: 'consent' } })
  await screen.findByText('Nothing here yet')
  expect(getList.mock.calls.at(-1)?.[0]).toEqual({ contactId: 'c1', filter: 'consent' })
  getList.mockRejectedValueOnce(new Error('No connection')).mockResolvedValue({ activities: [], nextCursor: null })
  fireEvent.change(select, { target: { value: 'notes' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => screen.getByText('Nothing here yet'))
})
