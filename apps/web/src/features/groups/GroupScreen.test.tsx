import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { groupBySid } from '../../entities/group/queries.ts'
import { GroupScreen } from './GroupScreen.tsx'

const { getBySid } = vi.hoisted(() => ({ getBySid: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({ api: { groups: { getBySid } } }))
vi.mock('@tanstack/react-router', async (load) => ({
  ...(await load<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const fails = (code: string) => getBySid.mockRejectedValue(Object.assign(new Error(code), { code }))

async function open({ wasSeen = false } = {}) {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const query = groupBySid('GC1')
  if (wasSeen) {
    getBySid.mockResolvedValueOnce({ data: { name: 'Regulars' } })
    await cache.fetchQuery(query)
  }
  // The refetch after a change.
  await cache.fetchQuery(query).catch(() => undefined)
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={cache}>
          <GroupScreen sid="GC1" filter={{ render: () => null, zone: 'UTC' }} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  )
}

test('a group that is deleted while it is on screen says so, and leads back', async () => {
  fails('GroupNotFound')
  await open({ wasSeen: true })
  await screen.findByRole('heading', { name: 'This group was deleted' })
  expect(screen.getByRole('link', { name: 'Back to groups' }).getAttribute('href')).toBe('/groups')
})

test.each(['GroupNotFound', 'InvalidInput'])('%s: the group cannot be found', async (code) => {
  fails(code)
  await open()
  await screen.findByRole('heading', { name: 'We can’t find this group' })
})
