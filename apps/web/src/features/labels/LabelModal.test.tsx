import type { Labels } from '@frontdesk/contract/api'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { labelsQuery } from '../../entities/label/queries.ts'
import { createTestQueryClient, renderWithProviders } from '../../testing/render-with-providers.tsx'
import { LabelsScreen } from './LabelsScreen.tsx'

const { contacts, server } = vi.hoisted(() => ({
  contacts: { getLabels: vi.fn(), saveLabels: vi.fn(), countLabels: vi.fn() },
  server: { labels: { version: 0, labels: [] } as { version: number; labels: { name: string; color: string }[] } },
}))
vi.mock('../../lib/api.ts', () => ({ api: { contacts, bulkActions: { getList: async () => ({ actions: [] }) } } }))
vi.mock('../../lib/session/session.ts', async (original) => ({
  ...(await original()),
  useSession: () => ({
    userId: 'u1',
    roles: ['Manager'],
    permissions: ['admin_manage_settings'],
    locationIDs: null,
    tenantName: 'Salon',
  }),
}))
vi.mock('../../entities/bulk-action/BulkProgress.tsx', () => ({ BulkProgress: () => null }))

const [VIP, LEAD] = [
  { name: 'VIP', color: '#1971c2' },
  { name: 'New Lead', color: '#2f9e44' },
]

/** Saves labels as a teammate. */
function change(...labels: Labels['labels']) {
  server.labels = { version: server.labels.version + 1, labels }
}

async function openVip() {
  const cache = createTestQueryClient()
  renderWithProviders(<LabelsScreen />, cache)
  fireEvent.click(await screen.findByRole('button', { name: 'Edit VIP' }))
  await screen.findByRole('dialog')
  return { receive: () => cache.invalidateQueries({ queryKey: labelsQuery.queryKey }) }
}

const rename = (name: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: name } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  server.labels = { version: 0, labels: [VIP, LEAD] }
  contacts.countLabels.mockResolvedValue({ contacts: {} })
  contacts.getLabels.mockImplementation(async () => structuredClone(server.labels))
  contacts.saveLabels.mockReset().mockImplementation(async ({ labels, version }) => {
    if (version !== server.labels.version) throw Object.assign(new Error('changed'), { code: 'ChangedMeanwhile' })
    change(...labels.map(({ name, color }: Labels['labels'][number]) => ({ name, color })))
    return structuredClone(server.labels)
  })
})

test('a change to another label meanwhile is kept', async () => {
  const { receive } = await openVip()
  rename('Regular')
  change(VIP, { ...LEAD, name: 'Lead' })
  await receive()
  save()
  await closed()
  expect(server.labels.labels.map(({ name }) => name)).toEqual(['Regular', 'Lead'])
})

test('a label that a teammate renamed is not saved as if nothing had happened', async () => {
  const { receive } = await openVip()
  rename('Regular')
  change({ ...VIP, name: 'Gold' }, LEAD)
  await receive()
  await screen.findByText('Gold')
  save()
  await screen.findByText(/^A teammate renamed or deleted this label/)
  expect(contacts.saveLabels).not.toHaveBeenCalled()
})

test('a color that a teammate chose is kept with the new name', async () => {
  const { receive } = await openVip()
  rename('Regular')
  change({ ...VIP, color: '#e03131' }, LEAD)
  await receive()
  save()
  await screen.findByText(/^A teammate saved this while you were editing it/)
  save()
  await closed()
  expect(server.labels.labels[0]).toEqual({ name: 'Regular', color: '#e03131' })
})
