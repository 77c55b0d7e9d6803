import type { Template } from '@frontdesk/contract/api'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { TemplateModal } from './TemplateModal.tsx'

const { templates } = vi.hoisted(() => ({ templates: { save: vi.fn(), getList: vi.fn() } }))
vi.mock('../../lib/api.ts', () => ({
  api: { templates, locations: { getLocations: async () => ({ locations: [] }) } },
}))

const template: Template = {
  id: 't1',
  title: 'Thanks',
  message: 'Thank you!',
  locationIDs: null,
  locationsCount: 0,
  lastUsedAt: null,
  usedCount: 0,
  favorite: false,
  isShared: true,
  version: 1,
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })))
const choose = (part: string, side: string) =>
  fireEvent.click(within(screen.getByRole('radiogroup', { name: part })).getByRole('radio', { name: side }))

/** Renders the dialog, and refuses its first save because a teammate has saved `theirs`. */
async function saveAfter(theirs: Partial<Template>, edits: Record<string, string>) {
  const changed = Object.assign(new Error('changed'), { code: 'ChangedMeanwhile' })
  templates.save.mockReset().mockRejectedValueOnce(changed).mockResolvedValue({})
  templates.getList.mockResolvedValue({ templates: [{ ...template, ...theirs, version: 2 }] })
  const close = vi.fn()
  renderWithProviders(<TemplateModal template={template} onClose={close} />)
  await screen.findByRole('textbox', { name: 'Message' })
  for (const [name, value] of Object.entries(edits)) type(name, value)
  await save()
  return close
}

test('a text that a teammate changed too is not overwritten before both versions were compared', async () => {
  const close = await saveAfter({ message: 'Thanks, and bye!' }, { Message: 'Many thanks!' })
  const choice = screen.getByRole('radiogroup', { name: 'Message' })
  expect(choice.textContent).toContain('Thanks, and bye!')
  expect(field('Message').value).toBe('Many thanks!')
  expect(screen.queryByText(/Make your change again/)).toBeNull()
  await save()
  expect(templates.save).toHaveBeenCalledTimes(1)
  expect(screen.getByText('Choose one of the two.')).toBeTruthy()
  choose('Message', 'Take theirs')
  expect(field('Message').value).toBe('Thanks, and bye!')
  choose('Message', 'Keep mine')
  expect(field('Message').value).toBe('Many thanks!')
  await save()
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(templates.save).toHaveBeenLastCalledWith({
    id: 't1',
    version: 2,
    title: 'Thanks',
    message: 'Many thanks!',
    locationIDs: null,
  })
})

test('what only a teammate changed is named, and saved with the rest', async () => {
  const close = await saveAfter({ title: 'Say thanks' }, { Message: 'Many thanks!' })
  expect(screen.getByText('Their changes to these are in the form: Title.')).toBeTruthy()
  expect(screen.queryByRole('radiogroup')).toBeNull()
  await save()
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(templates.save).toHaveBeenLastCalledWith(
    expect.objectContaining({ title: 'Say thanks', message: 'Many thanks!', version: 2 }),
  )
})
