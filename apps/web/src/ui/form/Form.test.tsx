import { MantineProvider, TextInput } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Form } from './Form.tsx'
import { email, required } from './field-rules.ts'
import { useApiForm } from './use-api-form.ts'

interface Person {
  name: string
  email: string
}

function SignUp({ save }: { save: (values: Person) => Promise<void> }) {
  const form = useApiForm<Person>({
    initial: { name: 'Ann', email: '' },
    rules: { name: required, email: [required, email] },
    errorFields: { EmailTaken: 'email' },
    save,
  })
  return (
    <Form form={form}>
      <TextInput label="Name" {...form.text('name')} />
      <TextInput label="Email" {...form.text('email')} />
      <button type="submit">Save</button>
    </Form>
  )
}

function open(save: (values: Person) => Promise<void>) {
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SignUp save={save} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return {
    field: (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: false }),
    submit: () => fireEvent.click(screen.getByText('Save')),
  }
}

test('shows an error under its field, focuses the first invalid one, and saves nothing until it is corrected', async () => {
  const save = vi.fn(async () => undefined)
  const { field, submit } = open(save)
  fireEvent.change(field('Name'), { target: { value: '  ' } })
  submit()
  expect(await screen.findAllByText('This is required.')).toHaveLength(2)
  expect(document.activeElement).toBe(field('Name'))
  fireEvent.change(field('Name'), { target: { value: 'Ann' } })
  expect(screen.queryAllByText('This is required.')).toHaveLength(1)
  fireEvent.change(field('Email'), { target: { value: 'ann@' } })
  submit()
  await screen.findByText(/Enter an email address/)
  expect(document.activeElement).toBe(field('Email'))
  fireEvent.change(field('Email'), { target: { value: 'ann@example.com' } })
  submit()
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
})

test('shows an error that concerns a field under it, until the field is edited', async () => {
  const taken = Object.assign(new Error('taken'), { code: 'EmailTaken' })
  const { field, submit } = open(vi.fn(() => Promise.reject(taken)))
  fireEvent.change(field('Email'), { target: { value: 'ann@example.com' } })
  submit()
  await waitFor(() => expect(field('Email').getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(field('Email'))
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(field('Email'), { target: { value: 'bea@example.com' } })
  expect(field('Email').getAttribute('aria-invalid')).not.toBe('true')
})

test('shows a failure above the fields, moves the focus to it, and keeps the input', async () => {
  const save = vi.fn(() => Promise.reject(new Error('down')))
  const { field, submit } = open(save)
  fireEvent.change(field('Email'), { target: { value: 'ann@example.com' } })
  submit()
  submit()
  const alert = await screen.findByRole('alert')
  expect(save).toHaveBeenCalledTimes(1)
  expect(alert.compareDocumentPosition(field('Name'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(field('Email').value).toBe('ann@example.com')
  expect(document.activeElement?.contains(alert)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)

  // The next failure does the same.
  field('Email').focus()
  submit()
  await waitFor(() => expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true))
  expect(document.activeElement).not.toBe(document.body)
})
