import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { NoteList } from './NoteList.tsx'

vi.mock('../../lib/session/use-me.ts', () => ({ useMe: () => ({ userId: 'u1', permissions: [] }) }))

// The field that grows with its text measures again once fonts are loaded; jsdom has none.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

const add = vi.fn(async () => undefined)
const field = () => screen.getByLabelText<HTMLTextAreaElement>('New note')
const show = (contactId: string) =>
  renderWithProviders(
    <NoteList
      query={{ queryKey: ['notes', contactId], queryFn: async () => [] }}
      placeholder="Add a note"
      mayEdit
      add={add}
      remove={async () => undefined}
    />,
  )

test('a note that was not added yet is kept for its contact', async () => {
  show('c1')
  fireEvent.change(field(), { target: { value: 'Prefers morn' } })
  cleanup()
  show('c2')
  expect(field().value).toBe('')
  cleanup()
  show('c1')
  expect(field().value).toBe('Prefers morn')
  fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(field().value).toBe(''))
  expect(add).toHaveBeenCalledWith('Prefers morn')
  cleanup()
  show('c1')
  expect(field().value).toBe('')
})
