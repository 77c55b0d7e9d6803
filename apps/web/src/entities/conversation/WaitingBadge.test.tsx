import { i18n } from '@lingui/core'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { WaitingBadge } from './WaitingBadge.tsx'

const { businessHours } = vi.hoisted(() => ({ businessHours: { getList: vi.fn() } }))
vi.mock('../../lib/api.ts', () => ({ api: { businessHours } }))

test('the waiting time is shown once the business hours are known', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const response = Promise.withResolvers<object>()
  businessHours.getList.mockReturnValue(response.promise)
  const since = Temporal.Now.instant().subtract({ hours: 3 }).toString()
  const { container } = renderWithProviders(<WaitingBadge since={since} locationID="l1" />)
  expect(container.textContent).toBe('')
  await act(async () => response.resolve({ businessHours: [] }))
  const badge = await screen.findByText('3 h')
  expect(badge.dataset['late']).toBe('true')
})
