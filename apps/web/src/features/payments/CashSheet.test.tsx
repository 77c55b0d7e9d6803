import { CASH_FIGURE_KEYS, PAYOUT_FIGURE_KEYS } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { CashSheet } from './CashSheet.tsx'

const { cashSheet } = vi.hoisted(() => ({ cashSheet: { get: vi.fn(), getEntries: vi.fn() } }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    cashSheet,
    locations: { getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'UTC' }] }) },
  },
}))

const today = Temporal.Now.plainDateISO('UTC')
const ZEROS = Object.fromEntries([...CASH_FIGURE_KEYS, ...PAYOUT_FIGURE_KEYS].map((figure) => [figure, 0]))
const row = (day: string, figures: object) => ({ day, locationID: 'l1', currency: 'USD', ...ZEROS, ...figures })

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  cashSheet.get.mockImplementation(async ({ startDate }: { startDate: string }) => ({
    data: {
      rows:
        startDate > today.toString()
          ? [
              row(today.add({ days: 3 }).toString(), { payoutExpectedAmount: 700, payoutArrivedAmount: 700 }),
              row(today.add({ days: 2 }).toString(), { payoutExpectedAmount: 4825, payoutMissingAmount: 4825 }),
            ]
          : [
              row(today.toString(), {
                ...{ payoutExpectedAmount: 10_000, payoutArrivedAmount: 9680, payoutMissingAmount: 320 },
              }),
            ],
    },
  }))
  cashSheet.getEntries.mockResolvedValue({
    data: {
      entries: [
        {
          ...{ postingID: 'g1', kind: 'payout', amount: 320, cashAmount: 0, at: '2026-11-27T15:00:00Z', by: null },
          ...{ document: null, isHidden: false, payout: { id: 'o1', state: 'in-transit' } },
        },
      ],
      isTruncated: false,
    },
  })
  renderWithProviders(<CashSheet search={{ view: 'cash' }} onSearch={() => {}} onOpen={() => {}} />)
})

test('payouts expected and arrived are shown with their difference, which opens the payouts it consists of', async () => {
  const sheet = await screen.findByRole('region', { name: 'Cash sheet' })
  const columns = await within(sheet).findAllByRole('columnheader')
  expect(columns.map(({ textContent }) => textContent).slice(-3)).toEqual([
    'Payouts expected',
    'Payouts arrived',
    'Payouts not arrived yet',
  ])
  fireEvent.click(within(sheet).getByRole('button', { name: '$3.20' }))
  const dialog = await screen.findByRole('dialog', { name: /^Payouts not arrived yet/ })
  expect(await within(dialog).findByText('On its way, sent on Nov 27, 2026')).toBeTruthy()
  expect(cashSheet.getEntries.mock.calls[0]?.[0]).toMatchObject({ figure: 'payoutMissingAmount', locationID: 'l1' })
})

test('payouts on their way are named above the sheet, but not those that arrived early', async () => {
  fireEvent.click(await screen.findByRole('button', { name: /^\$48\.25 on / }))
  expect(await screen.findByRole('dialog', { name: /^Payouts not arrived yet/ })).toBeTruthy()
  expect(screen.queryByText(/^\$7\.00 on /)).toBeNull()
})
