import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { closeModal, useOpenedModal } from '../../ui/modal/modals.ts'
import { useShortcutsKey } from './use-shortcuts-key.ts'

function Screen({ isForced }: { isForced: boolean }) {
  useShortcutsKey()
  const opened = useOpenedModal()
  return (
    <>
      <output>{opened?.name ?? 'nothing'}</output>
      <button type="button" onClick={() => opened && closeModal(opened.key)}>
        Close
      </button>
      <ModalFrame title="Codes" isForced={isForced} onClose={() => undefined} transitionProps={{ duration: 0 }} />
    </>
  )
}

const opened = () => screen.getByRole('status', { hidden: true }).textContent

test('while a dialog has to be answered, neither the palette nor the shortcuts open', () => {
  const { rerender } = renderWithProviders(<Screen isForced />)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(opened()).toBe('nothing')
  fireEvent.keyDown(document.body, { key: '?' })
  expect(opened()).toBe('nothing')
  rerender(<Screen isForced={false} />)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(opened()).toBe('command-palette')
  fireEvent.click(screen.getByText('Close'))
})
