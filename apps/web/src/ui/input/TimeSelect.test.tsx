import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TimeSelect } from './TimeSelect.tsx'

afterEach(cleanup)

function Field() {
  const [time, setTime] = useState('09:00')
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <TimeSelect label="From" value={time} onChange={setTime} />
        <output>{time}</output>
      </MantineProvider>
    </I18nProvider>
  )
}

const typeTime = (text: string) => {
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'From' })
  act(() => field.focus())
  fireEvent.change(field, { target: { value: text } })
  return field
}
const time = () => screen.getByRole('status').textContent

test('a typed time off the quarter hours is kept on Enter or blur; text that is not a time changes nothing', () => {
  render(<Field />)
  fireEvent.keyDown(typeTime('6:35 pm'), { key: 'Enter' })
  expect(time()).toBe('18:35')
  const field = typeTime('7')
  fireEvent.blur(field)
  expect(time()).toBe('07:00')
  expect(field.value).toBe('7:00 AM')
  fireEvent.blur(typeTime('noon'))
  expect([time(), field.value]).toEqual(['07:00', '7:00 AM'])
})
