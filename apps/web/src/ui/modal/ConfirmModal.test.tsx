import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { ConfirmModal } from './ConfirmModal.tsx'

test('a confirmation acts once, stays open when it fails, and closes when it succeeds', async () => {
  const act = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce()
  const onClose = vi.fn()
  renderWithProviders(
    <ConfirmModal title="Delete it?" text="For good." confirmLabel="Delete" act={act} onClose={onClose} />,
  )
  const button = await screen.findByRole('button', { name: 'Delete' })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByRole('alert')
  expect(act).toHaveBeenCalledTimes(1)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(button)
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

test('a confirmation to cancel something can be closed by a button that does not say “Cancel”', async () => {
  const act = vi.fn<() => Promise<void>>()
  const onClose = vi.fn()
  const labels = { confirmLabel: 'Cancel request', closeLabel: 'Keep request' }
  renderWithProviders(<ConfirmModal title="Cancel it?" text="" {...labels} act={act} onClose={onClose} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Keep request' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(act).not.toHaveBeenCalled()
})
