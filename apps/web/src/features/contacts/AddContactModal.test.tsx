import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AddContactModal } from './AddContactModal.tsx'

const { check, add } = vi.hoisted(() => ({ check: vi.fn(), add: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    numberChecks: { check },
    contacts: { add, getLabels: async () => ({ labels: [], version: 0 }) },
    contactList: { getTags: async () => ({ tags: [] }) },
    contactFields: { get: async () => ({ fields: [], version: 0 }) },
    locations: { getLocations: async () => ({ locations: [] }) },
  },
}))

const onOpen = vi.fn()
const onClose = vi.fn()
const found = (type: string, country = 'US') => ({
  data: { valid: true, country_code: country, phone_number: null, line_type_intelligence: { type }, isLookedUp: true },
})

beforeEach(async () => {
  for (const mock of [check, add, onOpen, onClose]) mock.mockReset()
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <AddContactModal onClose={onClose} onOpen={onOpen} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  )
  await screen.findByLabelText('Name')
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => fireEvent.submit(field('Name'))

test('leaving the number looks it up, and the field says why it can’t be texted', async () => {
  check.mockResolvedValueOnce(found('landline')).mockResolvedValueOnce(found('mobile', 'MX'))
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
  check.mockResolvedValue(found('landline'))
  fill('Phone number', '(202) 555-0134')
  submit()
  await screen.findByText('Landline phone numbers are not allowed as they do not receive OTPs.')
  expect(add).not.toHaveBeenCalled()
})

test('a birthday needs no year; the new contact is opened', async () => {
  check.mockResolvedValue(found('mobile'))
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

test('a number that a contact has already offers to open that contact', async () => {
  check.mockResolvedValue(found('mobile'))
  const contact = { id: 'c2', name: 'Maya Long', phone: '+12025550134' }
  add.mockRejectedValue(Object.assign(new Error('taken'), { code: 'ContactExists', data: { contact } }))
  fill('Phone number', '(202) 555-0134')
  submit()
  fireEvent.click(await screen.findByRole('button', { name: 'Open Maya Long' }))
  expect(onOpen).toHaveBeenCalledWith('c2')
  expect(onClose).toHaveBeenCalledTimes(1)
})
