import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { ContactTotalText } from './ContactTotalText.tsx'
import { useContactTotal } from './use-contact-total.ts'

const { countAll } = vi.hoisted(() => ({ countAll: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({
  api: { contactList: { count: async () => ({ count: 10_000, isCapped: true }), countAll } },
}))

const Total = ({ tag }: { tag: string }) => (
  <ContactTotalText {...useContactTotal({ tagsSearch: [tag] }, { totalCount: null })} />
)

const open = (tag: string) => {
  const { rerender } = renderWithProviders(<Total tag={tag} />)
  return { show: (shown: string) => rerender(<Total tag={shown} />) }
}

test('all contacts that match are counted on demand, for the filters of that moment', async () => {
  countAll.mockResolvedValue({ count: 12_345 })
  const { show } = open('vip')
  await screen.findByText('10,000+ contacts')
  expect(countAll).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Count all' }))
  await screen.findByText('12,345 contacts')
  expect(screen.queryByRole('button')).toBeNull()
  show('dogs')
  await screen.findByText('10,000+ contacts')
})

test('a count that would take too long says so', async () => {
  countAll.mockResolvedValue({ count: null })
  open('vip')
  fireEvent.click(await screen.findByRole('button', { name: 'Count all' }))
  await screen.findByText('More than 10,000 contacts, too many to count right now')
})
