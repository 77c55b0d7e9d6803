import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { groupBySid } from '../../entities/group/queries.ts'
import { createTestQueryClient, renderWithProviders } from '../../testing/render-with-providers.tsx'
import { GroupScreen } from './GroupScreen.tsx'

const { getBySid } = vi.hoisted(() => ({ getBySid: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({ api: { groups: { getBySid } } }))
vi.mock('@tanstack/react-router', async (load) => ({
  ...(await load<object>()),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const fails = (code: string) => getBySid.mockRejectedValue(Object.assign(new Error(code), { code }))

async function open({ wasSeen = false } = {}) {
  const cache = createTestQueryClient()
  const query = groupBySid('GC1')
  if (wasSeen) {
    getBySid.mockResolvedValueOnce({ data: { name: 'Regulars' } })
    await cache.fetchQuery(query)
  }
  // The refetch after a change.
  await cache.fetchQuery(query).catch(() => undefined)
  renderWithProviders(<GroupScreen sid="GC1" filter={{ render: () => null, zone: 'UTC' }} />, cache)
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
