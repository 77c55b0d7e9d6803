import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TextField } from '../input/TextField.tsx'
import { Form } from './Form.tsx'

function SignUp({ onSubmit }: { onSubmit: () => void }) {
  const [email, setEmail] = useState('')
  return (
    <MantineProvider>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <button type="submit">Save</button>
      </Form>
    </MantineProvider>
  )
}

test('what is wrong stands below its field until it is typed again, and nothing is submitted before', () => {
  const onSubmit = vi.fn()
  render(<SignUp onSubmit={onSubmit} />)
  const field = screen.getByLabelText<HTMLInputElement>('Email')
  const submit = () => fireEvent.click(screen.getByText('Save'))
  submit()
  expect(screen.queryByText('This is required.')).not.toBeNull()
  expect(document.activeElement).toBe(field)
  fireEvent.input(field, { target: { value: 'ann@' } })
  expect(field.value).toBe('ann@')
  expect(screen.queryByText('This is required.')).toBeNull()
  fireEvent.input(field, { target: { value: 'ann@example.com' } })
  submit()
  expect(onSubmit).toHaveBeenCalledTimes(1)
})
