import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { WaitingBadge } from './WaitingBadge.tsx'

const { businessHours } = vi.hoisted(() => ({ businessHours: { getList: vi.fn() } }))
vi.mock('../../lib/api.ts', () => ({ api: { businessHours } }))

test('the waiting time is shown once the business hours are known', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const response = Promise.withResolvers<object>()
  businessHours.getList.mockReturnValue(response.promise)
  const since = Temporal.Now.instant().subtract({ hours: 3 }).toString()
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <WaitingBadge since={since} locationID="l1" />
      </QueryClientProvider>
    </I18nProvider>,
  )
  expect(container.textContent).toBe('')
  await act(async () => response.resolve({ businessHours: [] }))
  const badge = await screen.findByText('3 h')
  expect(badge.dataset['late']).toBe('true')
})
