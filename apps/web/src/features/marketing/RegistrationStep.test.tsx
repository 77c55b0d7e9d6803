import type { NumberRegistration } from '@frontdesk/contract/api'
import type { ApplicationStatus } from '@frontdesk/contract/rules'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { RegistrationStep } from './RegistrationStep.tsx'

const { getRegistrations } = vi.hoisted(() => ({ getRegistrations: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({ api: { phoneNumbers: { getRegistrations } } }))

beforeEach(() => {
  getRegistrations.mockReset()
})

const show = () => renderWithProviders(<RegistrationStep />)
const answerWith = (a2PApplicationStatus: ApplicationStatus | null, registrations: Partial<NumberRegistration>[]) =>
  getRegistrations.mockResolvedValue({
    data: {
      a2PApplicationStatus,
      registrations: registrations.map((each, index) => ({
        phoneNumber: `+1206555010${index}`,
        status: 'registered',
        useCase: null,
        problems: [],
        ...each,
      })),
    },
  })

test('a refused number says why, in the carrier’s words, and how to fix it', async () => {
  const url = 'https://www.twilio.com/docs/api/errors/30897'
  answerWith('Failed', [
    { status: 'registered' },
    { status: 'refused', problems: [{ code: 30897, text: 'Disallowed content.', url }] },
  ])
  show()
  await screen.findByText(/Rejected/)
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items.slice(1)).toEqual([
    '(206) 555-0100: Registered',
    '(206) 555-0101: RejectedDisallowed content. How to fix error 30897',
  ])
  expect(screen.getByRole('link', { name: 'How to fix error 30897' }).getAttribute('href')).toBe(url)
})

test('with all numbers registered there is nothing to do', async () => {
  answerWith('Active', [{ status: 'registered' }, { status: 'not-required' }])
  show()
  expect(await screen.findByText('All numbers that need to be registered are.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('while the carrier cannot be reached it says so, and can be asked again', async () => {
  getRegistrations.mockRejectedValueOnce(new Error('Failed to fetch'))
  show()
  const again = await screen.findByRole('button', { name: 'Check again' })
  answerWith('Not Registered', [{ status: 'not-registered' }])
  fireEvent.click(again)
  expect(await screen.findByText('(206) 555-0100: Not registered')).toBeDefined()
})
