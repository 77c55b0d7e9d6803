import { Button } from '@mantine/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { AmountInput } from './AmountInput.tsx'

const show = (children: ReactNode) => renderWithProviders(children)

function Charge({ save, currency = 'USD' }: { save: (amount: number | null) => void; currency?: string }) {
  const form = useApiForm({ initial: { tip: 500 as number | null }, save: async ({ tip }) => save(tip) })
  return (
    <Form form={form}>
      <AmountInput label="Tip" currency={currency} {...form.control('tip')} />
      <Button onClick={() => form.set('tip', 1800)}>18%</Button>
      <button type="submit">Save</button>
    </Form>
  )
}

const field = () => screen.getByLabelText('Tip')
const type = (text: string) => {
  field().focus()
  fireEvent.change(field(), { target: { value: text } })
}

test.each([
  ['12.345', 'Use at most 2 decimals.'],
  ['abc', 'Enter an amount, such as 12.50.'],
  ['30000000', 'Enter at most $20,000,000.00.'],
])('%s stays in the field, which says why it is not sent', async (text, error) => {
  const save = vi.fn()
  show(<Charge save={save} />)
  type(text)
  expect(screen.getByText(error)).not.toBeNull()
  fireEvent.blur(field())
  expect(field()).toHaveProperty('value', text)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(field())
  type('12.34')
  expect(screen.queryByText(error)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  expect(save.mock.calls).toEqual([[1234]])
})

test('an amount that is set from elsewhere replaces what was typed', () => {
  show(<Charge save={() => {}} />)
  type('abc')
  fireEvent.blur(field())
  fireEvent.click(screen.getByRole('button', { name: '18%' }))
  expect(field()).toHaveProperty('value', '18')
  expect(field()).toHaveProperty('ariaInvalid', null)
})

test('currencies without decimals say so', () => {
  show(<Charge save={() => {}} currency="JPY" />)
  type('12.5')
  expect(screen.getByText('Amounts in JPY have no decimals.')).not.toBeNull()
})

test('a field that is saved without a form passes on nothing but amounts', () => {
  const onChange = vi.fn()
  const onValidityChange = vi.fn()
  show(<AmountInput label="Tip" currency="USD" value={5} onChange={onChange} onValidityChange={onValidityChange} />)
  type('12.345')
  expect(onValidityChange).toHaveBeenLastCalledWith(false)
  expect(onChange).not.toHaveBeenCalled()
  type('12.3')
  expect(onValidityChange).toHaveBeenLastCalledWith(true)
  expect(onChange.mock.calls).toEqual([[1230]])
})
