import type { ContactImport } from '@frontdesk/contract/api'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { PreviewStep } from './PreviewStep.tsx'

const { start } = vi.hoisted(() => ({ start: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    contactImports: { start },
    subscription: { get: async () => ({ data: { subscription: {}, isDevAdmin: true } }) },
  },
}))

const COUNTS: ContactImport['counts'] = {
  rows: 2,
  new: 2,
  updates: 0,
  unchanged: 0,
  duplicates: 0,
  badPhones: 0,
  foreignPhones: 0,
  withoutPhone: 0,
  blank: 0,
  skipped: 0,
  optedOut: 0,
  landlines: 0,
  warnings: 0,
}

const CHECKED: ContactImport = {
  id: 'import',
  state: 'ready',
  fileName: 'people.csv',
  byteSize: 100,
  startedByName: 'Olivia',
  createdOnUtc: '2026-01-01T12:00:00Z',
  csv: null,
  columns: [{ title: 'Phone', samples: ['2125550100'] }],
  hasHeader: true,
  mapping: ['phone'],
  mode: 'create-and-update',
  locationID: 'l1',
  tags: [],
  problem: null,
  counts: COUNTS,
  total: 2,
  processed: 0,
  created: 0,
  updated: 0,
  marketingConsent: null,
  undone: 0,
  finishedOnUtc: null,
  canUndo: false,
  hasProblemRows: false,
}

function show(isForSubscribers: boolean) {
  renderWithProviders(
    <PreviewStep
      contactImport={CHECKED}
      forCampaign={undefined}
      isForSubscribers={isForSubscribers}
      onClose={() => {}}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 contacts' }))
}

beforeEach(() => {
  start.mockReset().mockResolvedValue(CHECKED)
})

test('an import of subscribers asks how they agreed before it starts', async () => {
  show(true)
  await screen.findByText(/^Enter how and when they agreed/)
  expect(start).not.toHaveBeenCalled()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Signed the form' } })
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 contacts' }))
  await waitFor(() =>
    expect(start).toHaveBeenCalledWith({ id: 'import', marketingConsent: { wording: 'Signed the form' } }),
  )
})

test('an import of contacts records no consent unless it is stated', async () => {
  show(false)
  await waitFor(() => expect(start).toHaveBeenCalledWith({ id: 'import' }))
})
