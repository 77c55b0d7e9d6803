import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ConfirmModal } from './ConfirmModal.tsx'

test('a confirmation acts once, stays open when it fails, and closes when it succeeds', async () => {
  const act = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce()
  const onClose = vi.fn()
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <ConfirmModal title="Delete it?" text="For good." confirmLabel="Delete" act={act} onClose={onClose} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
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
