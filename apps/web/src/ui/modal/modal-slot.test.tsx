import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { ModalFrame } from './ModalFrame.tsx'
import { dismissModal, MODAL_GAP_MS, mustBeAnswered } from './modal-slot.ts'

beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())
afterEach(() => {
  cleanup()
  // The gap after a test's last dialog passes.
  vi.advanceTimersByTime(1000)
})

function TwoModals({ isFirstForced = false }: { isFirstForced?: boolean }) {
  const [open, setOpen] = useState<string[]>([])
  const close = (name: string) => setOpen((before) => before.filter((other) => other !== name))
  return (
    <>
      {['one', 'two', 'three'].map((name) => (
        <button key={name} type="button" onClick={() => setOpen((before) => [...before, name])}>
          {name}
        </button>
      ))}
      {open.map((name) => (
        <ModalFrame
          key={name}
          title={`Dialog ${name}`}
          onClose={() => close(name)}
          isForced={isFirstForced && name === 'one'}
          transitionProps={{ duration: 0 }}
        />
      ))}
    </>
  )
}

/** With reduced motion, a menu is removed by the commit that mounts the dialog. */
function MenuWithDialog() {
  const [open, setOpen] = useState<'menu' | 'dialog' | null>(null)
  return (
    <>
      <button id="more" type="button" onClick={() => setOpen('menu')}>
        More actions
      </button>
      {open === 'menu' && (
        <div role="menu" aria-labelledby="more">
          <button role="menuitem" type="button" onClick={() => setOpen('dialog')}>
            Change
          </button>
        </div>
      )}
      {open === 'dialog' && (
        <ModalFrame title="Change" onClose={() => setOpen(null)} transitionProps={{ duration: 0 }} />
      )}
    </>
  )
}

function show(props: { isFirstForced?: boolean } = {}) {
  renderWithProviders(<TwoModals {...props} />)
}

const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
const dialogs = () => screen.queryAllByRole('dialog').map((dialog) => dialog.textContent)
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('opening a dialog closes the open one first, and comes 151 ms after it', () => {
  show()
  press('one')
  expect(dialogs()).toEqual(['Dialog one'])
  press('two')
  expect(dialogs()).toEqual([])
  wait(MODAL_GAP_MS - 2)
  expect(dialogs()).toEqual([])
  wait(3)
  expect(dialogs()).toEqual(['Dialog two'])
})

test('of two that wait the later one is shown, and the other is gone for good', () => {
  show()
  press('one')
  press('two')
  press('three')
  wait(1000)
  expect(dialogs()).toEqual(['Dialog three'])
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  wait(1000)
  expect(dialogs()).toEqual([])
})

test('with reduced motion there is no wait, and still one at a time', () => {
  const matchMedia = window.matchMedia
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: query.includes('reduced-motion') }))
  show()
  press('one')
  press('two')
  expect(dialogs()).toEqual(['Dialog two'])
  vi.stubGlobal('matchMedia', matchMedia)
})

test('a dialog that has to be answered stays until it is', () => {
  show({ isFirstForced: true })
  press('one')
  press('two')
  wait(1000)
  expect(dialogs()).toEqual(['Dialog one'])
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(dialogs()).toEqual(['Dialog one'])
})

test('focus returns to where it was', () => {
  show()
  const button = screen.getByText('one', { selector: 'button' })
  button.focus()
  press('one')
  wait(50)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  wait(50)
  expect(document.activeElement).toBe(button)
})

test('focus returns to where it was before a dialog that another one replaced', () => {
  show()
  const button = screen.getByText('one', { selector: 'button' })
  button.focus()
  press('one')
  wait(50)
  screen.getByRole('button', { name: 'Close' }).focus()
  press('two')
  wait(1000)
  screen.getByRole('button', { name: 'Close' }).focus()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  wait(50)
  expect(document.activeElement).toBe(button)
})

test('focus returns to the button of a menu that is removed as its dialog opens', () => {
  renderWithProviders(<MenuWithDialog />)
  const button = screen.getByText('More actions', { selector: 'button' })
  fireEvent.click(button)
  screen.getByRole('menuitem').focus()
  press('Change')
  expect(screen.queryByRole('menu')).toBeNull()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  wait(50)
  expect(document.activeElement).toBe(button)
})

test('changes that are not saved are discarded only after a question', () => {
  const onClose = vi.fn()
  renderWithProviders(
    <ModalFrame title="Edit" hasChanges onClose={onClose} transitionProps={{ duration: 0 }}>
      <input aria-label="Name" />
    </ModalFrame>,
  )
  const field = screen.getByLabelText('Name')
  const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  field.focus()
  pressEscape()
  expect(document.activeElement).toBe(screen.getByText('Keep editing').closest('button'))
  // Escape answers the question, not the dialog.
  pressEscape()
  wait(1)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(field)
  // Neither does the palette take its place.
  expect(mustBeAnswered()).toBe(true)
  act(() => dismissModal())
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Discard'))
  expect(onClose).toHaveBeenCalledTimes(1)
})
