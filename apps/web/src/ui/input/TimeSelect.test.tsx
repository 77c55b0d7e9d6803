import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { TimeSelect } from './TimeSelect.tsx'

function Field() {
  const [time, setTime] = useState('09:00')
  return (
    <>
      <TimeSelect label="From" value={time} onChange={setTime} />
      <output>{time}</output>
    </>
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
  renderWithProviders(<Field />)
  fireEvent.keyDown(typeTime('6:35 pm'), { key: 'Enter' })
  expect(time()).toBe('18:35')
  const field = typeTime('7')
  fireEvent.blur(field)
  expect(time()).toBe('07:00')
  expect(field.value).toBe('7:00 AM')
  fireEvent.blur(typeTime('noon'))
  expect([time(), field.value]).toEqual(['07:00', '7:00 AM'])
})

test('the list opens on focus, follows the arrow keys and closes on Escape', () => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView ??= () => {}
  renderWithProviders(<Field />)
  const field = screen.getByRole('combobox', { name: 'From' })
  expect([field.getAttribute('aria-expanded'), field.hasAttribute('aria-controls')]).toEqual(['false', false])
  expect(screen.queryByRole('listbox')).toBeNull()
  act(() => field.focus())
  const list = screen.getByRole('listbox', { name: 'From' })
  expect([field.getAttribute('aria-expanded'), field.getAttribute('aria-controls')]).toEqual(['true', list.id])
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('9:00 AM')
  fireEvent.change(field, { target: { value: '6' } })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  const highlighted = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  expect(highlighted?.textContent).toBe('6:15 AM')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect([time(), screen.queryByRole('listbox')]).toEqual(['06:15', null])
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.click(screen.getByRole('option', { name: '8:45 PM' }))
  expect([time(), field.getAttribute('aria-expanded')]).toEqual(['20:45', 'false'])
  fireEvent.click(field)
  fireEvent.keyDown(field, { key: 'Escape' })
  expect([time(), screen.queryByRole('listbox')]).toEqual(['20:45', null])
})
