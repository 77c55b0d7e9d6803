import type { ContactImport } from '@frontdesk/contract/api'
import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { importQuery } from './queries.ts'
import type { ForCampaign } from './step-props.ts'

const { read, check, get } = vi.hoisted(() => ({ read: vi.fn(), check: vi.fn(), get: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    contactImports: { read, check, get },
    contactFields: { get: async () => ({ fields: [], version: 0 }) },
    locations: { getLocations: async () => ({ locations: [{ id: 'here', name: 'Main Street' }] }) },
  },
}))

const uploaded: Partial<ContactImport> = {
  id: 'import',
  state: 'read',
  fileName: 'people.csv',
  csv: { encoding: 'windows-1252', isEncodingCertain: false, delimiter: ';' },
  columns: [
    { title: 'Èìÿ', samples: ['Åëåíà'] },
    { title: 'Phone', samples: ['2125550100'] },
  ],
  hasHeader: true,
  mapping: [null, 'phone'],
  mode: 'create-and-update',
  locationID: 'here',
  tags: [],
  problem: null,
}

function Open({ forCampaign }: { forCampaign?: ForCampaign }) {
  const { data } = useQuery(importQuery('import'))
  return (
    data && <ColumnsStep contactImport={data} forCampaign={forCampaign} isForSubscribers={false} onClose={() => {}} />
  )
}

const open = async (contactImport: Partial<ContactImport>, forCampaign?: ForCampaign) => {
  get.mockResolvedValue(contactImport)
  renderWithProviders(<Open {...(forCampaign && { forCampaign })} />)
  await screen.findByText('Phone')
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const choose = (name: string, option: string) => {
  fireEvent.click(field(name))
  fireEvent.click(screen.getByRole('option', { name: option }))
}
const HINT = /^If letters look wrong/

beforeEach(() => {
  for (const mock of [read, check, get]) mock.mockReset()
  // jsdom cannot scroll.
  Element.prototype.scrollIntoView ??= () => {}
})

test('choosing an encoding or a delimiter reads the file again, with its samples and suggestions', async () => {
  await open(uploaded)
  expect(field('Encoding').value).toBe('Western European (Windows-1252)')
  expect(field('Columns separated by').value).toBe('Semicolon')
  screen.getByText(HINT)

  const cyrillic = {
    ...uploaded,
    csv: { encoding: 'windows-1251', isEncodingCertain: true, delimiter: ';' },
    columns: [
      { title: 'Имя', samples: ['Елена'] },
      { title: 'Phone', samples: ['2125550100'] },
    ],
    mapping: ['name', 'phone'],
    hasHeader: false,
  }
  read.mockResolvedValueOnce(cyrillic)
  choose('Encoding', 'Cyrillic (Windows-1251)')
  await screen.findByText('Имя')
  expect(read).toHaveBeenLastCalledWith({ id: 'import', encoding: 'windows-1251' })
  expect(field('Encoding').value).toBe('Cyrillic (Windows-1251)')
  expect(screen.queryByText(HINT)).toBeNull()
  screen.getByText('Елена')
  expect(field('Field for Имя').value).toBe('Full name')
  expect(field('The first row has column names, not a contact').checked).toBe(false)

  read.mockResolvedValueOnce({
    ...cyrillic,
    csv: { ...cyrillic.csv, delimiter: '~' },
    columns: [{ title: 'Имя;Phone', samples: [] }],
    mapping: [null],
  })
  choose('Columns separated by', 'Tilde (~)')
  await screen.findByText('Имя;Phone')
  expect(read).toHaveBeenLastCalledWith({ id: 'import', delimiter: '~' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check file' }).disabled).toBe(true)
})

test('a file that cannot be read like that stays as it was', async () => {
  await open(uploaded)
  read.mockRejectedValueOnce(
    Object.assign(new Error('unreadable'), { code: 'ImportUnreadable', data: { reason: 'quote', row: 2 } }),
  )
  choose('Columns separated by', 'Comma')
  await screen.findByText(/^A quotation mark/)
  expect(field('Columns separated by').value).toBe('Semicolon')
  screen.getByText('Èìÿ')
  await waitFor(() => expect(field('Encoding').disabled).toBe(false))
})

test('a vCard file has neither', async () => {
  await open({ ...uploaded, csv: null })
  expect(screen.queryByLabelText('Encoding')).toBeNull()
  expect(screen.queryByLabelText('Columns separated by')).toBeNull()
})

test('a list for a campaign is tagged with its name, unless other tags were chosen', async () => {
  await open(uploaded, { id: 'campaign', tag: 'Winter offer' })
  screen.getByText('Winter offer')
  screen.getByText('The campaign goes to everyone with the first tag.')
  cleanup()
  await open({ ...uploaded, tags: ['Fair'] }, { id: 'campaign', tag: 'Winter offer' })
  screen.getByText('Fair')
  expect(screen.queryByText('Winter offer')).toBeNull()
})
