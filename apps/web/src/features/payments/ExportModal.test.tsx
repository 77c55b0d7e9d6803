import type { DocumentCriteria } from '@frontdesk/contract/api'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { locationsQuery } from '../../entities/location/queries.ts'
import { ExportModal } from './ExportModal.tsx'

const { viewer } = vi.hoisted(() => ({ viewer: { permissions: [] as string[] } }))
vi.mock('../../lib/session/use-me.ts', () => ({
  useMe: () => ({ userId: 'u1', role: 'TeamMember', permissions: viewer.permissions, locationIds: [] }),
}))

const BOTH = ['payments_manage', 'payments_manage_estimates']

function show(criteria: DocumentCriteria, { count, permissions = BOTH }: { count: number; permissions?: string[] }) {
  viewer.permissions = permissions
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const client = new QueryClient()
  client.setQueryData(locationsQuery.queryKey, [{ id: 'l1', timeZone: 'America/Los_Angeles' }] as never)
  render(
    <MantineProvider>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <ExportModal criteria={criteria} count={count} onClose={() => {}} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  )
}

const NOVEMBER = { startDateTimeUTC: '2026-11-01T07:00:00Z', endDateTimeUTC: '2026-12-01T08:00:00Z' }

test('the export names what it contains, and the days of payouts by the clock of the location', async () => {
  show(NOVEMBER, { count: 12 })
  expect(await screen.findByText(/^You get 12 payment requests and estimates as a CSV file\./)).not.toBeNull()
  expect(screen.getByRole('radio', { name: 'Payment requests and estimates, one row each' })).not.toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Their lines, one row each' }))
  expect(screen.getByText(/^You get the lines of 12 payment requests and estimates/)).not.toBeNull()
  expect(screen.getByRole('radio', { name: 'Payouts to the bank from Nov 1, 2026 to Nov 30, 2026' })).not.toBeNull()
})

test('requests and estimates are counted as what they are', async () => {
  show({ kinds: ['request'] }, { count: 1 })
  expect(await screen.findByText(/^You get 1 payment request as a CSV file\./)).not.toBeNull()
  expect(screen.getByRole('radio', { name: 'Payouts to the bank' })).not.toBeNull()
})

test('those who manage estimates alone export estimates, without payouts', async () => {
  show({}, { count: 3, permissions: ['payments_manage_estimates'] })
  expect(await screen.findByText(/^You get 3 estimates as a CSV file\./)).not.toBeNull()
  expect(screen.queryByRole('radio', { name: /^payouts/i })).toBeNull()
})
