import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aCampaign, PREVIEW, statsOf } from '../../testing/a-campaign.ts'
import { campaigns, field, press, showEditor, signIn, suggest, type } from './campaign-tests.tsx'

test('a list is uploaded for a saved campaign, which then goes to its tag', async () => {
  signIn('campaigns_create_bulk', 'campaigns_send_bulk_messages', 'contacts_edit')
  const { onUpload } = showEditor(null)
  await screen.findByText('Upload a list…')
  press('Upload a list…')
  // Nothing to name the tag after.
  await screen.findByText('This is required.')
  expect(onUpload).not.toHaveBeenCalled()
  campaigns.save.mockResolvedValue({ data: aCampaign({ name: 'Winter offer' }) })
  type('Name', 'Winter offer')
  press('Upload a list…')
  await waitFor(() => expect(onUpload).toHaveBeenCalledWith(aCampaign().id, 'Winter offer'))
  cleanup()
  showEditor(aCampaign({ name: 'Winter offer' }), null, 'Winter offer')
  await screen.findByText('Save draft')
  await waitFor(() =>
    expect(campaigns.preview).toHaveBeenLastCalledWith(
      expect.objectContaining({ audience: expect.objectContaining({ tags: ['Winter offer'] }) }),
      expect.anything(),
    ),
  )
})

test('a draft is saved with its audience, and previewed beside it', async () => {
  campaigns.save.mockResolvedValue({ data: aCampaign() })
  const { onSaved, onDialog } = showEditor(null)
  await waitFor(() => field('Name'))
  screen.getByText('Choose who gets it to see how many people that is.')
  press('Save draft')
  expect(field('Name').ariaInvalid).toBe('true')
  type('Name', 'Spring offer')
  fireEvent.click(screen.getByRole('radio', { name: 'All contacts' }))
  await screen.findByText('412 people get it')
  expect(screen.getByRole('complementary').textContent).toContain('Opted out: 3 · 12 get it after their quiet hours')
  const phone = screen.getByRole('figure')
  expect(phone.textContent).toBe('Ana Silva gets:1 of 2Hi Ana')
  press('Next person')
  expect(phone.textContent).toBe('(212) 555-0101 gets:2 of 2Hi there')
  press('Next person')
  expect(phone.textContent).toContain('Ana Silva')
  press('Save draft')
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('c1'))
  expect(campaigns.save).toHaveBeenCalledWith({
    name: 'Spring offer',
    locationID: null,
    audience: {
      segmentIDs: [],
      groupSids: [],
      tags: [],
      subscribers: false,
      criteria: {},
      excludesOpenConversations: false,
    },
    text: '',
    attachments: [],
    variants: [],
    followUps: [],
    controlPercent: 0,
  })
  expect(onDialog).not.toHaveBeenCalled()
})

test('without a recipient to preview, the business is named and other variables are chips', async () => {
  campaigns.preview.mockResolvedValue({ data: { ...PREVIEW, sendable: 0, samples: [] } })
  showEditor(aCampaign({ text: ':business_name: :business_location:: hi :contact_first_name:, 20% off' }))
  await screen.findByText('No one gets it')
  await waitFor(() =>
    expect(screen.getByRole('figure').textContent).toBe('On their phoneHarbor Dental Downtown: hi First name, 20% off'),
  )
})

test('an unchanged draft is sent as it is; a changed one is saved first', async () => {
  const { onDialog } = showEditor(aCampaign())
  await screen.findByDisplayValue('Spring offer')
  press('Send…')
  await waitFor(() => expect(onDialog).toHaveBeenCalledWith('c1', 'send'))
  expect(campaigns.save).not.toHaveBeenCalled()
  campaigns.save.mockResolvedValue({ data: aCampaign({ text: 'Hello', version: 2 }) })
  type('Message', 'Hello')
  press('Send…')
  await waitFor(() => expect(onDialog).toHaveBeenCalledTimes(2))
  expect(campaigns.save).toHaveBeenCalledWith(expect.objectContaining({ id: 'c1', version: 1, text: 'Hello' }))
})

test('everything that is missing to send it is shown at once; a draft needs a name only', async () => {
  const { onDialog, onSaved } = showEditor(null)
  await waitFor(() => field('Name'))
  press('Send…')
  await screen.findByText('Choose who gets it.')
  screen.getByText('Write a message.')
  expect(field('Name').ariaInvalid).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  type('Name', 'Spring offer')
  press('Send…')
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'People you choose', checked: true })),
  )
  fireEvent.click(screen.getByRole('checkbox', { name: 'Subscribers' }))
  expect(screen.queryByText('Choose who gets it.')).toBeNull()
  press('Send…')
  await waitFor(() => expect(document.activeElement).toBe(field('Message')))
  expect(campaigns.save).not.toHaveBeenCalled()
  campaigns.save.mockResolvedValue({ data: aCampaign({ text: '' }) })
  press('Save draft')
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('c1'))
  type('Message', 'Hello')
  press('Send…')
  await waitFor(() => expect(onDialog).toHaveBeenCalledWith('c1', 'send'))
})

test('versions and follow-ups are previewed and saved, without those that were left empty', async () => {
  showEditor(aCampaign())
  await screen.findByDisplayValue('Spring offer')
  press('Add a version')
  press('Add a version')
  screen.getByText('Version A', { selector: 'strong' })
  field('Text of version A')
  const versionHint = 'Without text, this version isn’t saved.'
  expect(screen.getAllByText(versionHint)).toHaveLength(2)
  type('Text of version B', 'Harbor Dental: a free check-up')
  expect(screen.getAllByText(versionHint)).toHaveLength(1)
  press('Add a follow-up')
  const followUpHint = 'Without text, this follow-up isn’t saved.'
  screen.getByText(followUpHint)
  type('Text of follow-up 1', 'Still thinking?')
  expect(screen.queryByText(followUpHint)).toBeNull()
  const shown = screen.getByRole('combobox', { name: 'Text shown' })
  expect(
    within(shown)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Version A', 'Version B', 'Version C', 'Follow-up 1'])
  for (const [value, text] of [
    ['1', 'Harbor Dental: a free check-up'],
    ['3', 'Still thinking?'],
  ] as const) {
    fireEvent.change(shown, { target: { value } })
    await waitFor(() =>
      expect(campaigns.preview).toHaveBeenLastCalledWith(expect.objectContaining({ text }), expect.anything()),
    )
  }
  fireEvent.change(screen.getByRole('textbox', { name: 'Delay' }), { target: { value: '5' } })
  campaigns.save.mockResolvedValue({ data: aCampaign({ version: 2 }) })
  press('Save draft')
  await waitFor(() =>
    expect(campaigns.save).toHaveBeenCalledWith(
      expect.objectContaining({
        variants: ['Harbor Dental: a free check-up'],
        followUps: [{ afterHours: 120, text: 'Still thinking?' }],
      }),
    ),
  )
})

test('a filter without a condition is not saved, and says so', async () => {
  showEditor(aCampaign())
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Also everyone who matches a filter' }))
  const hint = 'Without a condition, this filter adds no one and isn’t saved.'
  screen.getByText(hint)
  press('Filter by tag')
  expect(screen.queryByText(hint)).toBeNull()
})

test('a name that takes no further characters says how many it can have', async () => {
  showEditor(aCampaign())
  await screen.findByDisplayValue('Spring offer')
  expect(screen.queryByText(/up to 80 characters/)).toBeNull()
  type('Name', 'x'.repeat(80))
  screen.getByText('Only your team sees it. It can have up to 80 characters.')
})

test('a test is sent to a number of the teammate', async () => {
  Element.prototype.scrollIntoView = () => undefined
  const { onDialog } = showEditor(null)
  await screen.findByText('Send a test…')
  campaigns.save.mockResolvedValue({ data: aCampaign() })
  type('Name', 'Spring offer')
  press('Send a test…')
  // The address of the saved campaign opens it.
  await waitFor(() => expect(onDialog).toHaveBeenCalledWith('c1', 'test'))
  cleanup()
  const followUps = [{ afterHours: 24, text: 'Still there?' }]
  showEditor(aCampaign({ variants: ['Other'], followUps }), 'test')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('combobox', { name: 'Text' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Follow-up 1: Still there?' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Your mobile number' }), { target: { value: '2125550123' } })
  const sendTest = () => fireEvent.click(dialog.getByRole('button', { name: 'Send test' }))
  campaigns.sendTest.mockRejectedValueOnce(Object.assign(new Error(), { code: 'TestConsentMissing', status: 422 }))
  sendTest()
  await dialog.findByText('Not sent: this number hasn’t agreed to marketing texts yet.')
  campaigns.sendTest.mockResolvedValue({ data: { conversationSid: 'CH1' } })
  sendTest()
  await waitFor(() =>
    expect(campaigns.sendTest).toHaveBeenCalledWith({
      id: 'c1',
      phone: '2125550123',
      step: 1,
      variant: 0,
      clientMessageId: expect.any(String),
    }),
  )
})

test('without the permission to send, the reason is there instead of the button', async () => {
  signIn('campaigns_create_bulk')
  showEditor(aCampaign({ canSend: false }))
  await screen.findByText('You need the “Send campaigns” permission. Ask Olivia Hart for it.')
  expect(screen.queryByRole('button', { name: 'Send…' })).toBeNull()
})

test('what was sent cannot be edited', async () => {
  showEditor(aCampaign({ status: 'done', stats: statsOf({ delivered: 10 }) }))
  await screen.findByText('It was sent, so it can’t be changed anymore.')
  expect(field('Name').closest('fieldset')?.disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull()
})

test('a draft is previewed for a chosen contact, or says why they do not get it', async () => {
  const cleo = { id: 'p9', name: 'Cleo Hill', phone: '+12125550109', locationID: 'l1', conversationSid: null }
  suggest.mockResolvedValue({ contacts: [cleo] })
  campaigns.previewForContact.mockResolvedValue({ data: { text: 'Hi Cleo', reason: null, isHeld: false } })
  showEditor(aCampaign({ text: 'Hi :contact_first_name:' }))
  const search = () => screen.findByRole('combobox', { name: 'Preview for' })
  const choose = async () => {
    const preview = await search()
    // Values that are set without the focus are taken for those of the browser.
    act(() => preview.focus())
    fireEvent.change(preview, { target: { value: 'cleo' } })
    fireEvent.click(await screen.findByText('Cleo Hill (212) 555-0109'))
  }
  await choose()
  await waitFor(() => expect(screen.getByRole('figure').textContent).toBe('Cleo Hill gets:Hi Cleo'))
  expect(campaigns.previewForContact.mock.lastCall?.[0]).toMatchObject({
    text: 'Hi :contact_first_name:',
    contactID: 'p9',
  })
  fireEvent.change(await search(), { target: { value: '' } })
  await waitFor(() => expect(screen.getByRole('figure').textContent).toContain('Ana Silva gets:'))
  cleanup()
  campaigns.previewForContact.mockResolvedValue({ data: { text: null, reason: 'not-in-audience', isHeld: false } })
  showEditor(aCampaign())
  await choose()
  await screen.findByText('Cleo Hill doesn’t get it.')
  screen.getByText(/They aren’t among the people you chose\./)
})

test('suggestions about the text fix it', async () => {
  showEditor(aCampaign({ text: '20% off' }))
  await screen.findByText('It doesn’t say how to opt out.')
  press('Add “Reply STOP”')
  press('Add your business name')
  expect(field('Message').value).toBe(':business_name:: 20% off Reply STOP to opt out.')
  expect(screen.queryByRole('list', { name: 'Suggestions' })).toBeNull()
})
