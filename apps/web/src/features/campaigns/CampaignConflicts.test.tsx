import type { Campaign } from '@frontdesk/contract/api'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCampaign } from '../../testing/a-campaign.ts'
import { campaigns, field, press, showEditor, type } from './campaign-tests.tsx'

const teammateSaves = (values: Partial<Campaign>) => {
  campaigns.save.mockRejectedValueOnce(Object.assign(new Error('changed'), { code: 'ChangedMeanwhile' }))
  campaigns.get.mockResolvedValue({ data: aCampaign(values) })
  campaigns.save.mockImplementation(async (saved) => ({ data: aCampaign({ ...values, ...saved, version: 3 }) }))
}

const chooseSide = (part: string, side: string) =>
  fireEvent.click(within(screen.getByRole('radiogroup', { name: part })).getByRole('radio', { name: side }))

test('what a teammate saved meanwhile replaces no text before one of the two is chosen', async () => {
  showEditor(aCampaign())
  await screen.findByDisplayValue('Spring offer')
  teammateSaves({ name: 'Summer offer', text: 'Theirs', version: 2 })
  type('Message', 'Mine')
  press('Save draft')
  await screen.findByText(/A teammate saved this draft while you were editing it/)
  const message = within(screen.getByRole('radiogroup', { name: 'Message' }))
  expect(message.getByRole('radio', { name: 'Keep mine' }).closest('div[class*=side]')?.textContent).toContain('Mine')
  message.getByText('Theirs')
  screen.getByText('Their changes to these are in the form: Name.')
  expect([field('Name').value, field('Message').value]).toEqual(['Summer offer', 'Mine'])
  press('Save draft')
  await screen.findByText('Choose one of the two.')
  expect(document.activeElement).toBe(message.getByRole('radio', { name: 'Keep mine' }))
  expect(campaigns.save).toHaveBeenCalledTimes(1)
  chooseSide('Message', 'Keep mine')
  press('Save draft')
  const saved = { version: 2, name: 'Summer offer', text: 'Mine' }
  await waitFor(() => expect(campaigns.save).toHaveBeenLastCalledWith(expect.objectContaining(saved)))
  await waitFor(() => expect(screen.queryByRole('radiogroup', { name: 'Message' })).toBeNull())
})

test('taking the text of a teammate keeps the own one until the draft is saved', async () => {
  showEditor(aCampaign())
  await screen.findByDisplayValue('Spring offer')
  teammateSaves({ text: 'Theirs', version: 2 })
  type('Message', 'Mine')
  press('Save draft')
  await screen.findByRole('radiogroup', { name: 'Message' })
  type('Message', 'Mine, longer')
  chooseSide('Message', 'Take theirs')
  expect(field('Message').value).toBe('Theirs')
  chooseSide('Message', 'Keep mine')
  expect(field('Message').value).toBe('Mine, longer')
  chooseSide('Message', 'Take theirs')
  type('Name', 'Summer offer')
  press('Save draft')
  const saved = { version: 2, name: 'Summer offer', text: 'Theirs' }
  await waitFor(() => expect(campaigns.save).toHaveBeenLastCalledWith(expect.objectContaining(saved)))
})

test('an audience that both changed is one of the two, not a mix', async () => {
  showEditor(aCampaign())
  await screen.findByDisplayValue('Spring offer')
  const theirs = { ...aCampaign().audience, segmentIDs: [], tags: ['Late'] }
  teammateSaves({ audience: theirs, version: 2 })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Subscribers' }))
  press('Save draft')
  const group = within(await screen.findByRole('radiogroup', { name: 'Audience' }))
  group.getByText('Segments: Big spenders Subscribers')
  group.getByText('Tags: Late')
  chooseSide('Audience', 'Keep mine')
  press('Save draft')
  const mine = { ...aCampaign().audience, subscribers: true }
  await waitFor(() =>
    expect(campaigns.save).toHaveBeenLastCalledWith(expect.objectContaining({ version: 2, audience: mine })),
  )
})

test('edits of a campaign that was scheduled meanwhile are shown beside what will be sent', async () => {
  showEditor(aCampaign())
  await screen.findByDisplayValue('Spring offer')
  campaigns.save.mockRejectedValueOnce(Object.assign(new Error('wrong'), { code: 'CampaignStatusWrong' }))
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'scheduled', version: 2 }) })
  type('Message', 'Mine')
  press('Save draft')
  await screen.findByText(/was sent or scheduled while you were editing it/)
  const message = within(screen.getByRole('radiogroup', { name: 'Message' }))
  message.getByText('Harbor Dental: 20% off. Reply STOP to opt out.')
})
