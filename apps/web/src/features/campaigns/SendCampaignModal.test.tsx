import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCampaign, PREFLIGHT, PREVIEW } from '../../testing/a-campaign.ts'
import { campaigns, getRegistrations, showEditor } from './campaign-tests.tsx'

test('it can be sent at each contact’s own time, and spread over hours', async () => {
  campaigns.start.mockResolvedValue({ data: aCampaign({ status: 'scheduled', version: 2 }) })
  const { onStarted } = showEditor(aCampaign(), 'send')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('radio', { name: 'At each contact’s own time' }))
  fireEvent.change(dialog.getByRole('combobox', { name: 'Spread sending over' }), { target: { value: '120' } })
  fireEvent.click(await dialog.findByRole('button', { name: 'Schedule for 412 people' }))
  await waitFor(() =>
    expect(campaigns.start).toHaveBeenCalledWith({
      id: 'c1',
      version: 1,
      localTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT09:00$/),
      spreadMinutes: 120,
    }),
  )
  // Leads to its page, where it can be returned to a draft.
  await waitFor(() => expect(onStarted).toHaveBeenCalledWith('c1'))
})

test('the button to send says how many people get it, now or at a time in the zone of the location', async () => {
  campaigns.start.mockResolvedValue({ data: aCampaign({ status: 'running', version: 2 }) })
  const { onStarted } = showEditor(aCampaign(), 'send')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('button', { name: 'Send to 412 people' })
  fireEvent.click(dialog.getByRole('radio', { name: 'At a date and time' }))
  dialog.getByText(/^Sends tomorrow at 9:00 AM Hawaii-Aleutian Standard Time/)
  dialog.getByRole('button', { name: 'Schedule for 412 people' })
  fireEvent.click(dialog.getByRole('radio', { name: 'Now' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Send to 412 people' }))
  await waitFor(() => expect(onStarted).toHaveBeenCalledWith('c1'))
  expect(campaigns.start).toHaveBeenCalledWith({ id: 'c1', version: 1 })
})

test('before it is sent, messages, price, finish, quiet hours and what to improve are shown', async () => {
  campaigns.preflight.mockResolvedValue({
    data: {
      ...PREFLIGHT,
      texts: [
        { step: 0, variant: 0, recipients: 412, segments: { min: 1, max: 2 }, isMms: false, price: 5_000_000 },
        { step: 1, variant: 0, recipients: 412, segments: { min: 1, max: 1 }, isMms: false, price: 3_419_600 },
      ],
      price: { amount: 5_000_000, upTo: 8_419_600, currency: 'USD' },
      finishesOnUtc: null,
      brandLimit: 2000,
      holds: [
        { count: 12, untilUtc: '2026-11-24T16:00:00.000Z', timeZone: 'America/Los_Angeles', holiday: null },
        { count: 3, untilUtc: '2026-11-28T14:00:00.000Z', timeZone: 'America/Chicago', holiday: 'thanksgiving' },
      ],
    },
  })
  const followUps = [{ afterHours: 24, text: 'Harbor Dental: still there, {{name}}? Reply STOP' }]
  showEditor(aCampaign({ text: 'Hi', followUps }), 'send')
  const plan = await screen.findByLabelText('Before you send')
  expect(plan.textContent).toContain('First text: 1 to 2 messages each')
  expect(plan.textContent).toContain('Follow-up 1: 1 message each, $3.42 in all')
  expect(plan.textContent).toContain('$5.00, or up to $8.42 with all follow-ups')
  expect(plan.textContent).toContain('Too far off to estimate')
  expect(plan.textContent).toContain('Quiet hours and holidays12 people wait until')
  expect(plan.textContent).toContain('doesn’t allow marketing texts on legal holidays: Thanksgiving')
  expect(plan.textContent).toContain('T-Mobile accepts 2,000 messages a day from your business')
  expect(plan.textContent).toMatch(/12 people wait until .*8:00.AM, Pacific Time/)
  expect(plan.textContent).toContain('There’s no variable {{name}}. It would be sent exactly as written. (Follow-up 1)')
  expect(plan.textContent).toContain('It doesn’t say how to opt out. (First text)')
  fireEvent.click(screen.getByRole('radio', { name: 'At each contact’s own time' }))
  await waitFor(() =>
    expect(campaigns.preflight).toHaveBeenLastCalledWith(
      expect.objectContaining({ localTime: expect.any(String) }),
      expect.anything(),
    ),
  )
})

test('numbers whose texts US carriers block are named before a campaign is sent', async () => {
  const number = (phoneNumber: string, status: string) => ({ phoneNumber, status, useCase: null, problems: [] })
  getRegistrations.mockResolvedValue({
    data: {
      a2PApplicationStatus: 'Failed',
      registrations: [
        number('+12065550100', 'registered'),
        number('+12065550101', 'refused'),
        number('+12065550102', 'not-registered'),
        number('+18005550103', 'unknown'),
      ],
    },
  })
  showEditor(aCampaign({ text: 'Hi' }), 'send')
  const plan = within(await screen.findByLabelText('Before you send'))
  const row = (await plan.findByText('Registration')).parentElement
  expect(row?.textContent).toContain('(206) 555-0101, (206) 555-0102.')
  expect(plan.getByRole('link').getAttribute('href')).toBe('/marketing/get-started')
})

test('figures of an audience that is too large to count say for how many people they are', async () => {
  campaigns.preflight.mockResolvedValue({ data: { ...PREFLIGHT, recipients: 9876, isEstimate: true, isPartial: true } })
  showEditor(aCampaign({ text: 'Hi' }), 'send')
  expect((await screen.findByLabelText('Before you send')).textContent).toContain('for the first 9,876.')
})

test('an audience that takes too long to count can be sent to without the count', async () => {
  campaigns.preview.mockRejectedValue(new Error('AudienceTooSlow'))
  showEditor(aCampaign(), 'send')
  const send = await within(await screen.findByRole('dialog')).findByRole<HTMLButtonElement>('button', { name: 'Send' })
  await waitFor(() => expect(send.disabled).toBe(false))
})

test('an audience that takes too long to count says that someone else has to approve it', async () => {
  campaigns.preview.mockRejectedValue(new Error('AudienceTooSlow'))
  campaigns.preflight.mockRejectedValue(new Error('AudienceTooSlow'))
  campaigns.getApprovalLimit.mockResolvedValue({ data: { approvalAbove: 400 } })
  showEditor(aCampaign(), 'send')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/It’s for more than 400 people, so someone else/)
  await dialog.findByRole('button', { name: 'Ask for approval' })
})

test('what cannot be sent says why', async () => {
  campaigns.preview.mockResolvedValue({ data: { ...PREVIEW, recipients: 0, sendable: 0, excluded: [], samples: [] } })
  showEditor(aCampaign(), 'send')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('No one would get it. Change who it’s for.')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
})

test('says what to do when no one in the audience has agreed to marketing texts', async () => {
  const excluded = [{ reason: 'no-consent', count: 3 }]
  campaigns.preview.mockResolvedValue({ data: { ...PREVIEW, recipients: 3, sendable: 0, excluded, samples: [] } })
  showEditor(aCampaign(), 'send')
  await screen.findByText('No one would get it. Add the people who agreed as subscribers, or change who it’s for.')
})

test('a campaign above the limit says before it is sent that someone else has to approve it', async () => {
  campaigns.getApprovalLimit.mockResolvedValue({ data: { approvalAbove: 400 } })
  showEditor(aCampaign(), 'send')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/It’s for more than 400 people, so someone else/)
  campaigns.start.mockResolvedValue({ data: aCampaign({ status: 'needs-approval' }) })
  fireEvent.click(dialog.getByRole('button', { name: 'Ask for approval' }))
  await waitFor(() => expect(campaigns.start).toHaveBeenCalled())
})
