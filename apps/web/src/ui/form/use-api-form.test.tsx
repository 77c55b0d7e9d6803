import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { useApiForm } from './use-api-form.ts'

const initial = { title: 'Thanks', message: 'Thank you!', version: 1 }

const client = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

function Form() {
  const form = useApiForm({ initial, save: async () => undefined })
  return (
    <>
      <input aria-label="Title" {...form.text('title')} />
      <input aria-label="Message" {...form.text('message')} />
    </>
  )
}

test('saves the values and which of them changed', async () => {
  const save = vi.fn(async () => undefined)
  const { result } = renderHook(() => useApiForm({ initial, save }), { wrapper })
  act(() => result.current.set('title', 'Many thanks'))
  await act(() => result.current.submit())
  expect(save).toHaveBeenCalledWith({ ...initial, title: 'Many thanks' }, { title: 'Many thanks' })
})

test('after a conflict untouched fields take the present value, edited ones stay, and the error is shown', async () => {
  const present = { title: 'Thanks a lot', message: 'Thank you very much!', version: 2 }
  const { result } = renderHook(
    () => useApiForm({ initial, save: () => Promise.reject(new Error('changed')), onConflict: () => present }),
    { wrapper },
  )
  act(() => result.current.set('title', 'Many thanks'))
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.error).toEqual(new Error('changed'))
  expect(result.current.values).toEqual({ ...present, title: 'Many thanks' })
})

test('a form that stays open is based on what was saved, and keeps what was typed meanwhile', async () => {
  let saved = initial
  const { result } = renderHook(
    () =>
      useApiForm({
        initial,
        save: async (values) => {
          act(() => result.current.set('message', 'Thank you all!'))
          saved = { ...values, version: 2 }
        },
        savedValues: () => saved,
      }),
    { wrapper },
  )
  act(() => result.current.set('title', 'Many thanks'))
  await act(() => result.current.submit())
  expect(result.current.values).toEqual({ title: 'Many thanks', message: 'Thank you all!', version: 2 })
  expect(result.current.isChanged).toBe(true)
  act(() => result.current.set('message', initial.message))
  expect(result.current.isChanged).toBe(false)
  act(() => result.current.rebase({ ...initial, version: 3 }))
  expect(result.current.values).toEqual({ ...initial, version: 3 })
})

test('two inputs that change before the next render keep both values', () => {
  render(<Form />, { wrapper })
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  act(() => {
    fireEvent.change(field('Title'), { target: { value: 'Hello' } })
    fireEvent.change(field('Message'), { target: { value: 'Hi there' } })
  })
  expect([field('Title').value, field('Message').value]).toEqual(['Hello', 'Hi there'])
})
