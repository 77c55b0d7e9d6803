import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anImport } from '../../testing/an-import.ts'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { PreviewStep } from './PreviewStep.tsx'

const { start } = vi.hoisted(() => ({ start: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    contactImports: { start },
    subscription: { get: async () => ({ data: { subscription: {}, isDevAdmin: true } }) },
  },
}))

const CHECKED = anImport()

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
