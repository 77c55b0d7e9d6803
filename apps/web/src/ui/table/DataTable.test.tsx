import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { NOTHING, type Selection } from '../list/selection.ts'
import { type Column, columnLayout, DEFAULT_LAYOUT, type TableOrder } from './column-layout.ts'
import { DataTable } from './DataTable.tsx'

interface Person {
  id: string
  name: string
  city: string
}

const people: Person[] = Array.from({ length: 1000 }, (_, index) => ({
  id: `p${index}`,
  name: `Person ${index}`,
  city: `City ${index}`,
}))
const columns: Column<Person>[] = [
  { key: 'name', title: 'Name', width: 160, isFixed: true, grows: true, sortKey: 'byName', cell: ({ name }) => name },
  { key: 'city', title: 'City', width: 160, cell: ({ city }) => city },
  { key: 'id', title: 'Number', width: 100, cell: ({ id }) => id },
]

beforeEach(() => {
  columnLayout('test').set(DEFAULT_LAYOUT)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(44_000)
})

interface TableProps {
  onOpen?: (person: Person) => void
  opensOnClick?: boolean
  order?: TableOrder
  total?: number | null
}

function Table({ total = 1200, ...props }: TableProps) {
  const [selection, setSelection] = useState<Selection>(NOTHING)
  return (
    <DataTable
      name="test"
      label="People"
      columns={columns}
      query={{ data: people, error: null, refetch: () => undefined }}
      rows={(all) => all}
      empty="Nobody"
      rowKey={({ id }) => id}
      selection={{
        value: selection,
        onChange: setSelection,
        rowName: ({ name }) => name,
        total,
        actions: <button type="button">Archive</button>,
      }}
      {...props}
    />
  )
}

const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const row = (name: string) => screen.getByRole('row', { name: new RegExp(`${name}\\b`) })

test('only rows on screen are rendered; the table reports the number of all rows', () => {
  renderWithProviders(<Table />)
  expect(screen.getByRole('table', { name: 'People' }).getAttribute('aria-rowcount')).toBe('1001')
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
  expect(screen.queryByText('Person 900')).toBeNull()
})

test('columns are hidden, moved and resized, and the layout is kept; the fixed column does not move', async () => {
  const { unmount } = renderWithProviders(<Table />)
  expect(titles()).toEqual(['', 'Name', 'City', 'Number'])
  fireEvent.keyDown(screen.getByRole('separator', { name: 'Width of City' }), { key: 'ArrowRight' })
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const menu = within(await screen.findByRole('dialog'))
  expect(menu.queryByRole('checkbox', { name: 'Name' })).toBeNull()
  fireEvent.click(menu.getByRole('button', { name: 'Move Number up' }))
  expect(titles()).toEqual(['', 'Name', 'Number', 'City'])
  fireEvent.click(menu.getByRole('checkbox', { name: 'Number' }))
  expect(titles()).toEqual(['', 'Name', 'City'])
  unmount()

  renderWithProviders(<Table />)
  expect(titles()).toEqual(['', 'Name', 'City'])
  expect(screen.getByRole('separator', { name: 'Width of City' }).getAttribute('aria-valuenow')).toBe('176')
})

test('arrow keys move between rows, Space and Shift+Space select, Enter opens', () => {
  const onOpen = vi.fn()
  renderWithProviders(<Table onOpen={onOpen} />)
  act(() => row('Person 0').focus())
  fireEvent.keyDown(row('Person 0'), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(row('Person 1'))
  fireEvent.keyDown(row('Person 1'), { key: ' ' })
  fireEvent.keyDown(row('Person 1'), { key: 'ArrowDown' })
  fireEvent.keyDown(row('Person 2'), { key: 'ArrowDown' })
  fireEvent.keyDown(row('Person 3'), { key: ' ', shiftKey: true })
  expect(screen.getByRole('status').textContent).toBe('3 selected')
  fireEvent.keyDown(row('Person 3'), { key: 'Enter' })
  expect(onOpen).toHaveBeenCalledWith(people[3])
  fireEvent.keyDown(row('Person 3'), { key: 'Home' })
  expect(document.activeElement).toBe(row('Person 0'))
})

test('a selection offers everything that matches, loaded or not, and its actions', () => {
  renderWithProviders(<Table />)
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Person 2' }))
  expect(screen.getByRole('button', { name: 'Archive' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Select all 1,200' }))
  expect(screen.getByRole('status').textContent).toBe('All 1,200 that match')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Person 2' }))
  expect(screen.getByRole('status').textContent).toBe('1 selected')
  fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('status')).toBeNull()
})

test('with every row selected, nothing more is offered', () => {
  renderWithProviders(<Table total={people.length} />)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  expect(screen.getByRole('status').textContent).toBe('1,000 selected')
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
})

test('the checkbox in the header selects the loaded rows', () => {
  renderWithProviders(<Table total={null} />)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  expect(screen.getByRole('button', { name: 'Select all that match' })).toBeTruthy()
})

function ShrinkingTable() {
  const [present, setPresent] = useState(people.slice(0, 3))
  const dismiss = (id: string) => setPresent((before) => before.filter((person) => person.id !== id))
  const action: Column<Person> = {
    key: 'dismiss',
    title: 'Dismiss',
    width: 100,
    cell: ({ id }) => (
      <button type="button" onClick={() => dismiss(id)}>
        Dismiss {id}
      </button>
    ),
  }
  return (
    <DataTable
      name="test"
      label="People"
      columns={[...columns, action]}
      query={{ data: present, error: null, refetch: () => undefined }}
      rows={(all) => all}
      empty="Nobody"
      rowKey={({ id }) => id}
    />
  )
}

test('the focus of a removed row goes to the next one, and from the last to the one before', () => {
  renderWithProviders(<ShrinkingTable />)
  const dismiss = (id: string) => {
    const button = screen.getByRole('button', { name: `Dismiss ${id}` })
    act(() => button.focus())
    fireEvent.click(button)
  }
  dismiss('p1')
  expect(document.activeElement).toBe(row('Person 2'))
  dismiss('p2')
  expect(document.activeElement).toBe(row('Person 0'))
})

test('a click on a title sorts, and a click on a row opens it, but not one on its box', () => {
  const onOpen = vi.fn()
  const onSort = vi.fn()
  renderWithProviders(<Table onOpen={onOpen} opensOnClick order={{ sortKey: 'byName', isDescending: true, onSort }} />)
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByRole('columnheader', { name: /^City/ }).hasAttribute('aria-sort')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(onSort).toHaveBeenCalledWith('byName')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Person 2' }))
  expect(onOpen).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('City 3'))
  expect(onOpen).toHaveBeenCalledWith(people[3])
})

test('a table wider than its frame keeps its first column in sight, and says at which side there is more', () => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(420)
  renderWithProviders(<Table />)
  const frame = screen.getByRole('table').closest<HTMLElement>('[data-overflow]')
  expect(frame?.dataset.overflow).toBe('end')
  const scrollTo = (left: number) => frame && fireEvent.scroll(frame, { target: { scrollLeft: left } })
  scrollTo(60)
  expect(frame?.dataset.overflow).toBe('both')
  scrollTo(120)
  expect(frame?.dataset.overflow).toBe('start')
  // The city and the number may scroll out of sight, because neither is fixed.
  expect(screen.getAllByRole('columnheader').map((title) => title.dataset.sticky)).toEqual([
    undefined,
    'start',
    undefined,
    undefined,
  ])
})
