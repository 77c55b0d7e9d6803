import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { AddContactModal } from './AddContactModal.tsx'

const { check, add, getByPhone, find } = vi.hoisted(() => ({
  check: vi.fn(),
  add: vi.fn(),
  getByPhone: vi.fn(),
  find: vi.fn(),
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    numberChecks: { check },
    contacts: { add, getByPhone, getLabels: async () => ({ labels: [], version: 0 }) },
    contactList: { getTags: async () => ({ tags: [] }) },
    contactDuplicates: { find },
    contactFields: { get: async () => ({ fields: [], version: 0 }) },
    locations: { getLocations: async () => ({ locations: [] }) },
  },
}))

const onOpen = vi.fn()
const onClose = vi.fn()
const lookupResult = (type: string, country = 'US') => ({
  data: { valid: true, country_code: country, phone_number: null, line_type_intelligence: { type }, isLookedUp: true },
})

beforeEach(async () => {
  for (const mock of [check, add, getByPhone, find, onOpen, onClose]) mock.mockReset()
  getByPhone.mockResolvedValue({ contact: null })
  renderWithProviders(<AddContactModal onClose={onClose} onOpen={onOpen} />)
  await screen.findByLabelText('Name')
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.submit(field('Name'))

test('leaving the number looks it up, and the field says why it can’t be texted', async () => {
  check.mockResolvedValueOnce(lookupResult('landline')).mockResolvedValueOnce(lookupResult('mobile', 'MX'))
  fill('Phone number', '(202) 555-0134')
  expect(check).not.toHaveBeenCalled()
  fireEvent.blur(field('Phone number'))
  await screen.findByText('Landline phone numbers are not allowed as they do not receive OTPs.')
  fill('Phone number', '+52 55 5555 0134')
  fireEvent.blur(field('Phone number'))
  await screen.findByText("Phone number isn't valid. Please enter a valid US or Canada phone number.")
  fill('Phone number', '12')
  fireEvent.blur(field('Phone number'))
  await screen.findByText('Please enter a valid US mobile number.')
  submit()
  expect(add).not.toHaveBeenCalled()
})

test('a number that is submitted before it was looked up is looked up first', async () => {
  check.mockResolvedValue(lookupResult('landline'))
  fill('Phone number', '(202) 555-0134')
  submit()
  await screen.findByText('Landline phone numbers are not allowed as they do not receive OTPs.')
  expect(add).not.toHaveBeenCalled()
})

test('a birthday needs no year; the new contact is opened', async () => {
  check.mockResolvedValue(lookupResult('mobile'))
  add.mockResolvedValue({ id: 'c1', name: 'Maya', phone: '+12025550134' })
  fill('Name', 'Maya')
  fill('Phone number', '(202) 555-0134')
  fill('Day', '29')
  submit()
  await screen.findByText('Choose a month and a day.')
  fill('Month', '2')
  submit()
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith('c1'))
  expect(add).toHaveBeenCalledWith(
    expect.objectContaining({ name: 'Maya', phone: '(202) 555-0134', birthDate: '1604-02-29', email: null, tags: [] }),
  )
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

test('a number that a contact has already offers to open that contact as soon as it is entered', async () => {
  check.mockResolvedValue(lookupResult('mobile'))
  getByPhone.mockResolvedValue({ contact: { id: 'c2', name: 'Maya Long', phone: '+12025550134' } })
  fill('Phone number', '(202) 555-0134')
  fireEvent.blur(field('Phone number'))
  const open = await screen.findByRole('button', { name: 'Open Maya Long' })
  expect(field('Phone number').ariaInvalid).toBe('true')
  fill('Phone number', '(202) 555-0135')
  expect(screen.queryByRole('button', { name: 'Open Maya Long' })).toBeNull()
  expect(field('Phone number').ariaInvalid).not.toBe('true')
  fill('Phone number', '(202) 555-0134')
  expect(add).not.toHaveBeenCalled()
  fireEvent.click(await screen.findByRole('button', { name: 'Open Maya Long' }))
  expect(open.isConnected).toBe(false)
  expect(onOpen).toHaveBeenCalledWith('c2')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a number of a hidden contact is refused at its field without a word about the contact, until it is edited', async () => {
  check.mockResolvedValue(lookupResult('mobile'))
  const data = { contact: null, phone: '+12025550134' }
  add.mockRejectedValue(Object.assign(new Error('taken'), { code: 'ContactExists', data }))
  fill('Phone number', '(202) 555-0134')
  submit()
  await screen.findByText(/You don’t have access to that contact/)
  expect(document.activeElement).toBe(field('Phone number'))
  expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull()
  fill('Phone number', '(202) 555-0135')
  expect(screen.queryByText(/You don’t have access to that contact/)).toBeNull()
})

test('a contact of that name at any location is pointed out', async () => {
  find.mockResolvedValue({ contacts: [{ id: 'c3', name: 'Elena Rossi', phone: '+12065550154' }] })
  fill('Name', 'Elena Rossi')
  await screen.findByText('You already have Elena Rossi, (206) 555-0154.')
  expect(find.mock.calls[0]?.[0]).toEqual({ name: 'Elena Rossi', email: undefined })
})

test('further numbers and emails are checked like the first, and sent in the same request', async () => {
  check.mockImplementation(async ({ number }: { number: string }) =>
    lookupResult(number.includes('99') ? 'landline' : 'mobile'),
  )
  add.mockResolvedValue({ id: 'c1', name: '', phone: '+12025550134' })
  fill('Phone number', '(202) 555-0134')
  for (const number of ['(202) 555-0199', '(202) 555-0136', ' ']) {
    fireEvent.click(screen.getByRole('button', { name: 'Add number' }))
    fireEvent.change(screen.getAllByLabelText(/^Phone number \d$/).at(-1) as HTMLElement, { target: { value: number } })
  }
  fireEvent.click(screen.getByRole('button', { name: 'Add email' }))
  fill('Email 2', 'not an email')
  submit()
  await screen.findByText('Landline phone numbers are not allowed as they do not receive OTPs.')
  expect(field('Phone number 2').ariaInvalid).toBe('true')
  expect(field('Email 2').ariaInvalid).toBe('true')
  expect(field('Phone number 3').ariaInvalid).not.toBe('true')
  expect(add).not.toHaveBeenCalled()

  fireEvent.click(screen.getByRole('button', { name: 'Remove phone number 2' }))
  fill('Email', 'maya@example.test')
  fill('Email 2', 'office@example.test')
  submit()
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith('c1'))
  expect(add).toHaveBeenCalledWith(
    expect.objectContaining({
      phone: '(202) 555-0134',
      otherPhones: ['(202) 555-0136'],
      email: 'maya@example.test',
      otherEmails: ['office@example.test'],
    }),
  )
})

test('the server’s refusal of a further number is shown beside it', async () => {
  check.mockResolvedValue(lookupResult('mobile'))
  add.mockRejectedValue(
    Object.assign(new Error('refused'), { code: 'PhoneNumberInexistent', data: { phone: '202 555 0135' } }),
  )
  fill('Phone number', '(202) 555-0134')
  fireEvent.click(screen.getByRole('button', { name: 'Add number' }))
  fill('Phone number 2', '202 555 0135')
  submit()
  await waitFor(() => expect(field('Phone number 2').ariaInvalid).toBe('true'))
  expect(screen.getAllByText('refused')).toHaveLength(1)
  expect(field('Phone number').ariaInvalid).not.toBe('true')
})
