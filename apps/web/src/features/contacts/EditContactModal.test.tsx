import type { Contact } from '@frontdesk/contract/api'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { EditContactModal } from './EditContactModal.tsx'

const { get, getFields, update } = vi.hoisted(() => ({ get: vi.fn(), getFields: vi.fn(), update: vi.fn() }))
const FIELD = { id: 'f1', name: 'Plan', type: 'text', choices: [], isArchived: false }
vi.mock('../../lib/api.ts', () => ({
  api: {
    contacts: { get, update, getLabels: async () => ({ labels: [], version: 0 }) },
    contactList: { getTags: async () => ({ tags: [] }) },
    contactFields: { get: getFields },
    locations: { getLocations: async () => ({ locations: [] }) },
  },
}))

vi.mock('../../entities/payment/use-managed-kinds.ts', () => ({
  useManagedKinds: () => ({ requests: true, estimates: false }),
}))

const CONTACT: Contact = {
  id: 'c1',
  name: 'Maya',
  email: 'maya@home.test',
  emails: ['maya@home.test'],
  phone: '+12125550100',
  phones: [],
  countryCode: 'US',
  birthDate: null,
  tags: ['regular'],
  labels: [],
  locationID: 'l1',
  source: 'user',
  language: null,
  lineType: null,
  isOptedOut: false,
  isBlocked: false,
  createdOnUtc: '2026-01-01T00:00:00.000Z',
  statusKey: null,
  statusName: null,
  taxExemption: null,
  conversationSid: null,
  custom: { f1: 'Gold' },
}
/** The contact as a teammate has changed it since the dialog was opened. */
const PRESENT: Contact = { ...CONTACT, name: 'Maya C', email: 'maya@theirs.test', custom: { f1: 'Silver' } }

const onClose = vi.fn()
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.submit(field('Name'))

beforeEach(() => {
  for (const mock of [get, getFields, update, onClose]) mock.mockReset()
  get.mockResolvedValue(CONTACT)
  getFields.mockResolvedValue({ fields: [FIELD], version: 1 })
})

function show() {
  renderWithProviders(<EditContactModal contact={CONTACT} onClose={onClose} />)
}

async function open() {
  show()
  await screen.findByLabelText('Plan')
}

test('shows what a teammate changed since the edit began, and saves what the editor chooses', async () => {
  await open()
  const changes = [
    { field: 'email', changedBy: 'Sam' },
    { field: 'f1', changedBy: null },
  ]
  update.mockRejectedValueOnce(
    Object.assign(new Error('changed'), { code: 'ChangedMeanwhile', data: { contact: PRESENT, changes } }),
  )
  update.mockResolvedValueOnce(PRESENT)
  fill('Email', 'maya@mine.test')
  fill('Plan', 'Bronze')
  submit()
  await screen.findByText('Sam changed the email to “maya@theirs.test” while you were editing.')
  expect(document.activeElement?.querySelectorAll('[role=alert]')).toHaveLength(2)
  await screen.findByText('Someone changed Plan to “Silver” while you were editing.')
  expect(update.mock.calls[0]?.[0]).toMatchObject({
    email: 'maya@mine.test',
    custom: { f1: 'Bronze' },
    expected: { name: 'Maya', email: 'maya@home.test', custom: { f1: 'Gold' } },
  })
  // A field that was not edited here follows, an edited one keeps its input until it is decided.
  expect([field('Name').value, field('Email').value]).toEqual(['Maya C', 'maya@mine.test'])
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)

  const [mine, theirs] = [screen.getAllByText('Use mine')[0], screen.getAllByText('Keep theirs')[1]]
  if (!mine || !theirs) throw new Error('A choice is missing.')
  fireEvent.click(theirs)
  fireEvent.click(mine)
  expect([field('Email').value, field('Plan').value]).toEqual(['maya@mine.test', 'Silver'])
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(update.mock.calls[1]?.[0]).toMatchObject({
    email: 'maya@mine.test',
    expected: { name: 'Maya C', email: 'maya@theirs.test', custom: { f1: 'Silver' } },
  })
  expect(update.mock.calls[1]?.[0].name).toBeUndefined()
})

test('a tax exemption is entered, and removed again', async () => {
  await open()
  update.mockResolvedValue({ ...CONTACT, taxExemption: 'Certificate 12' })
  fill('Tax exemption', ' Certificate 12 ')
  submit()
  await waitFor(() => expect(update).toHaveBeenCalled())
  expect(update.mock.calls[0]?.[0]).toMatchObject({
    taxExemption: 'Certificate 12',
    expected: { taxExemption: null },
  })
})

test.each([
  { part: 'contact', fail: () => get.mockRejectedValueOnce(new Error('down')) },
  { part: 'custom fields', fail: () => getFields.mockRejectedValueOnce(new Error('down')) },
])('the $part could not be loaded: says so, and tries again before anything can be saved', async ({ fail }) => {
  fail()
  show()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  fireEvent.click(retry)
  await screen.findByLabelText('Plan')
  expect(field('Plan').value).toBe('Gold')
})
