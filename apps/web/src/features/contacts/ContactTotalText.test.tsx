import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
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
  const client = new QueryClient()
  const screenOf = (shown: string) => (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Total tag={shown} />
      </QueryClientProvider>
    </I18nProvider>
  )
  const { rerender } = render(screenOf(tag))
  return { show: (shown: string) => rerender(screenOf(shown)) }
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
