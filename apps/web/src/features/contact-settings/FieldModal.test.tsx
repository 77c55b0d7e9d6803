import type { ContactField } from '@frontdesk/contract/api'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { contactFieldsQuery } from '../../entities/contact-field/queries.ts'
import { createTestQueryClient, renderWithProviders } from '../../testing/render-with-providers.tsx'
import { FieldList } from './FieldList.tsx'

const { contactFields } = vi.hoisted(() => ({ contactFields: { get: vi.fn(), save: vi.fn() } }))
vi.mock('../../lib/api.ts', () => ({ api: { contactFields } }))

const PET: ContactField = { id: 'f1', name: 'Pet', type: 'choice', choices: ['Cat'], isArchived: false }
const JOB: ContactField = { id: 'f2', name: 'Job', type: 'text', choices: [], isArchived: false }

let server = { version: 0, fields: [PET, JOB] }
/** Saves fields as a teammate. */
const change = (...fields: ContactField[]) => {
  server = { version: server.version + 1, fields }
}

function Fields() {
  const { data } = useQuery(contactFieldsQuery)
  return data && <FieldList stored={data} />
}

async function openPet() {
  const cache = createTestQueryClient()
  renderWithProviders(<Fields />, cache)
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Pet' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Animal' } })
  return { receive: () => cache.invalidateQueries({ queryKey: contactFieldsQuery.queryKey }) }
}

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  server = { version: 0, fields: [PET, JOB] }
  contactFields.get.mockImplementation(async () => structuredClone(server))
  contactFields.save.mockImplementation(async ({ fields, version }) => {
    if (version !== server.version) throw Object.assign(new Error('changed'), { code: 'ChangedMeanwhile' })
    change(...fields)
    return structuredClone(server)
  })
})

test('a field that a teammate renamed too is chosen, and their options are kept', async () => {
  const { receive } = await openPet()
  change({ ...PET, name: 'Companion', choices: ['Cat', 'Dog'] }, JOB)
  await receive()
  await screen.findByText('Companion')
  save()
  await screen.findByText(/^A teammate saved this while you were editing it/)
  expect(server.fields[0]?.name).toBe('Companion')
  fireEvent.click(screen.getByRole('radio', { name: 'Keep mine' }))
  save()
  await closed()
  expect(server.fields[0]).toMatchObject({ name: 'Animal', choices: ['Cat', 'Dog'] })
})

test('a change to another field meanwhile is kept without a question', async () => {
  const { receive } = await openPet()
  change(PET, { ...JOB, name: 'Work' })
  await receive()
  await screen.findByText('Work')
  save()
  await closed()
  expect(server.fields.map(({ name }) => name)).toEqual(['Animal', 'Work'])
})
