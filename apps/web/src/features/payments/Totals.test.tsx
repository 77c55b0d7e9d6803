import type { DocumentTotal } from '@frontdesk/contract/api'
import { PAYMENT_STATUSES } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { Totals } from './Totals.tsx'

const { isPhone } = vi.hoisted(() => ({ isPhone: vi.fn() }))
vi.mock('../../ui/layout/use-viewport.ts', () => ({ useIsPhone: isPhone }))

const TOTALS = PAYMENT_STATUSES.slice(0, 9).map(
  (status): DocumentTotal => ({ kind: 'request', status, currency: 'USD', count: 1, amount: 1000 }),
)
const lines = () => screen.getAllByText(/^Requests, /)

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

const show = () => renderWithProviders(<Totals totals={TOTALS} />)

test('a phone shows the first totals, and the others on request', () => {
  isPhone.mockReturnValue(true)
  show()
  expect(lines()).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Show all 9 totals', expanded: false }))
  expect(lines()).toHaveLength(9)
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer totals', expanded: true }))
  expect(lines()).toHaveLength(2)
})

test('a wide screen shows all of them', () => {
  isPhone.mockReturnValue(false)
  show()
  expect(lines()).toHaveLength(9)
  expect(screen.queryByRole('button')).toBeNull()
})
