import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { RecordConsentModal } from './RecordConsentModal.tsx'

const { record } = vi.hoisted(() => ({ record: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    consent: { record },
    contacts: { get: async () => ({ contact: { phones: [] } }) },
    phoneNumbers: { getList: async () => ({ data: { phoneNumbers: [] } }) },
  },
}))

beforeEach(() => void record.mockReset().mockResolvedValue({}))

test('a purchase needs what it was, and its day is not in the future', async () => {
  const onClose = vi.fn()
  const contact = { id: 'c1', name: 'Maya Chen', phone: '+12065550142' }
  renderWithProviders(<RecordConsentModal contact={contact as never} onClose={onClose} />)
  fireEvent.change(screen.getByRole('combobox', { name: 'What they said' }), { target: { value: 'purchase' } })
  fireEvent.click(screen.getByRole('button', { name: 'Record' }))
  await screen.findByText(/^Enter what they bought or asked about/)
  const day = screen.getByRole('textbox', { name: 'Day' })
  for (const typed of ['2026-02-03', '2999-01-01']) fireEvent.change(day, { target: { value: typed } })
  fireEvent.change(screen.getByRole('textbox', { name: 'What it was' }), { target: { value: 'A toothbrush' } })
  fireEvent.click(screen.getByRole('button', { name: 'Record' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(record).toHaveBeenCalledWith(
    expect.objectContaining({ kind: 'purchase', wording: 'A toothbrush', happenedOn: '2026-02-03' }),
  )
})
