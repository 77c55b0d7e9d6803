import type { Campaign, CampaignPreflight, GroupOutcomes, GroupSendPreview } from '@frontdesk/contract/api'
import type { Permission } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CampaignMetricsScreen } from './CampaignMetricsScreen.tsx'
import { CampaignScreen } from './CampaignScreen.tsx'
import { CampaignsScreen } from './CampaignsScreen.tsx'

const { campaigns, session, getRecipients, getRegistrations, getSettings } = vi.hoisted(() => ({
  campaigns: {
    getList: vi.fn(),
    get: vi.fn(),
    getSteps: vi.fn(),
    save: vi.fn(),
    preview: vi.fn(),
    preflight: vi.fn(),
    sendTest: vi.fn(),
    start: vi.fn(),
    pause: vi.fn(),
    resume: vi.fn(),
    approve: vi.fn(),
  },
  session: { current: {} },
  getRecipients: vi.fn(),
  getRegistrations: vi.fn(),
  getSettings: vi.fn(),
}))
vi.mock('../../lib/api.ts', () => ({
  api: {
    campaigns,
    groupMessages: { getRecipients },
    groups: { getList: async () => ({ data: { groups: [] } }) },
    contactSegments: { getList: async () => ({ segments: [{ id: 's1', name: 'Big spenders' }] }) },
    contactList: { getTags: async () => ({ tags: [] }) },
    phoneNumbers: { getRegistrations },
    sending: { getSettings },
    templates: { getList: async () => ({ templates: [] }) },
    subscription: { get: async () => ({ data: { subscription: { status: 'active' }, isDevAdmin: false } }) },
    presence: { getList: async () => ({ data: { people: [{ isOwner: true, userName: 'Olivia Hart' }] } }) },
    locations: {
      getLocations: async () => ({ locations: [{ id: 'l1', name: 'Downtown', timeZone: 'Pacific/Honolulu' }] }),
    },
  },
}))
vi.mock('../../lib/session/session.ts', async (original) => ({
  ...(await original()),
  useSession: () => session.current,
}))
// jsdom does not know the element `search`.
vi.mock('../../ui/list/FilterBar.tsx', () => ({
  FilterBar: ({ children }: { children: ReactNode }) => <div>{children}</div>,
  ListSearch: () => null,
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params: _params, ...rest }: { to: string; params?: unknown }) => <a href={to} {...rest} />,
  useBlocker: () => ({ status: 'idle' }),
}))

const signIn = (...permissions: Permission[]) => {
  session.current = { userId: 'u1', roles: ['Manager'], permissions, locationIDs: null, tenantName: 'Harbor Dental' }
}

const OUTCOMES = { pending: 0, held: 0, sent: 0, delivered: 0, failed: 0, skipped: 0, cancelled: 0 }
const statsOf = (outcomes: Partial<GroupOutcomes['outcomes']>, stats: Partial<GroupOutcomes> = {}): GroupOutcomes => ({
  recipients: 10,
  isPartial: false,
  outcomes: { ...OUTCOMES, ...outcomes },
  reasons: [],
  replied: 0,
  optedOut: 0,
  heldUntil: null,
  countedOnUtc: new Date().toISOString(),
  ...stats,
})
const aCampaign = (values: Partial<Campaign> = {}): Campaign => ({
  id: 'c1',
  name: 'Spring offer',
  status: 'draft',
  problem: null,
  locationID: 'l1',
  audience: { segmentIDs: ['s1'], groupSids: [], tags: [], subscribers: false, excludesOpenConversations: false },
  text: 'Harbor Dental: 20% off. Reply STOP to opt out.',
  attachments: [],
  variants: [],
  followUps: [],
  controlPercent: 0,
  scheduledOnUtc: null,
  localTime: null,
  spreadMinutes: null,
  startedOnUtc: null,
  finishedOnUtc: null,
  author: 'Olivia Hart',
  createdOnUtc: '2026-01-01T00:00:00.000Z',
  updatedOnUtc: '2026-01-01T00:00:00.000Z',
  stats: null,
  version: 1,
  canEdit: true,
  canSend: true,
  canStop: false,
  canResume: false,
  canApprove: false,
  ...values,
})
const PREVIEW: GroupSendPreview = {
  recipients: 415,
  isCapped: false,
  sendable: 412,
  held: 12,
  excluded: [{ reason: 'opted-out', count: 3 }],
  samples: [
    { name: 'Ana Silva', phone: '+12125550100', text: 'Hi Ana' },
    { name: '', phone: '+12125550101', text: 'Hi there' },
  ],
  segments: 1,
}

const PREFLIGHT: CampaignPreflight = {
  recipients: 412,
  isEstimate: false,
  isPartial: false,
  texts: [{ step: 0, variant: 0, recipients: 412, segments: { min: 1, max: 1 }, isMms: false }],
  price: { amount: 3_419_600, upTo: 3_419_600, currency: 'USD' },
  startsOnUtc: '2026-11-23T18:00:00.000Z',
  finishesOnUtc: '2026-11-23T18:00:35.000Z',
  brandLimit: null,
  holds: [],
}

function show(content: ReactNode) {
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          {content}
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  )
}

const ignore = () => undefined
const showList = (rows: Campaign[], search = {}) => {
  campaigns.getList.mockResolvedValue({ data: { campaigns: rows, nextCursor: null } })
  show(<CampaignsScreen search={search} onSearch={ignore} onStarted={ignore} />)
}

function showEditor(campaign: Campaign | null, dialog: 'send' | 'test' | null = null, addedTag?: string) {
  const called = { onSaved: vi.fn(), onDialog: vi.fn(), onStarted: vi.fn(), onUpload: vi.fn() }
  if (campaign) campaigns.get.mockResolvedValue({ data: campaign })
  show(
    <CampaignScreen
      id={campaign?.id ?? null}
      filters={() => null}
      zone="UTC"
      dialog={dialog}
      addedTag={addedTag}
      {...called}
    />,
  )
  return called
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  for (const mock of Object.values(campaigns)) mock.mockReset()
  campaigns.preview.mockResolvedValue({ data: PREVIEW })
  campaigns.preflight.mockResolvedValue({ data: PREFLIGHT })
  campaigns.getSteps.mockResolvedValue({ data: { steps: [] } })
  getRecipients.mockResolvedValue({ data: { recipients: [], nextAfter: null } })
  getRegistrations.mockResolvedValue({ data: { a2PApplicationStatus: 'Active', registrations: [] } })
  getSettings.mockResolvedValue({ data: { approvalAbove: null } })
  signIn('campaigns_create_bulk', 'campaigns_send_bulk_messages')
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(44)
})

test('an empty list says what a campaign is; only those who may create one get the button', async () => {
  showList([])
  const empty = await screen.findByText(/A campaign is one text to many contacts/)
  within(empty.parentElement ?? empty).getByText('New campaign')
})

test('without the permission to create campaigns there is no button for it', async () => {
  signIn()
  showList([])
  await screen.findByText('No campaigns yet')
  expect(screen.queryByText('New campaign')).toBeNull()
})

test('the status of each campaign is in words, with its time, progress or problem', async () => {
  showList([
    aCampaign({ id: 'c1', status: 'scheduled', scheduledOnUtc: '2036-03-05T19:00:00.000Z' }),
    aCampaign({ id: 'c2', status: 'needs-attention', problem: 'late' }),
    aCampaign({ id: 'c3', status: 'running', stats: statsOf({ pending: 6, delivered: 4 }) }),
    aCampaign({ id: 'c4', status: 'stopped', stats: statsOf({ cancelled: 1, delivered: 9 }) }),
    aCampaign({
      id: 'c5',
      status: 'needs-approval',
      scheduledOnUtc: '2036-03-05T19:00:00.000Z',
      localTime: '2036-03-05T15:30',
    }),
    aCampaign({ id: 'c6', status: 'done', stats: statsOf({ skipped: 8, failed: 2 }) }),
  ])
  // In the time zone of its location.
  await screen.findByText(/^Mar 5, 2036 at 9:00 AM Hawaii-Aleutian Standard Time/)
  screen.getByText(/It missed its time, so it wasn’t sent/)
  screen.getByText('4 of 10')
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Progress' }).value).toBe(4)
  screen.getByText('1 person won’t get it')
  screen.getByText('Mar 5, 2036 at 3:30 PM, in each contact’s time zone')
  screen.getByText('Sent to no one')
})

test.each([
  ['a draft', aCampaign(), ['Edit', 'Send…', 'Metrics', 'Delete…']],
  ['a scheduled one', aCampaign({ status: 'scheduled' }), ['Back to draft', 'Metrics', 'Delete…']],
  ['a running one', aCampaign({ status: 'running', canStop: true }), ['Pause', 'Stop…', 'Metrics']],
  ['a paused one', aCampaign({ status: 'paused', canStop: true, canResume: true }), ['Resume', 'Stop…', 'Metrics']],
  ['a stopped one', aCampaign({ status: 'stopped', canResume: true }), ['Resume', 'Metrics']],
  [
    'one that needs approval',
    aCampaign({ status: 'needs-approval', canApprove: true }),
    ['Approve…', 'Back to draft', 'Metrics', 'Delete…'],
  ],
  ['a sent one', aCampaign({ status: 'done' }), ['Metrics']],
  ['a draft of others', aCampaign({ canEdit: false, canSend: false }), ['Metrics']],
])('the actions of %s', async (_what, campaign, actions) => {
  showList([campaign])
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Spring offer' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(actions)
})

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
  expect(screen.getByRole('complementary').textContent).toContain('Opted out: 3 · 12 are in their quiet hours')
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

test('versions and follow-ups are previewed and saved, without those that were left empty', async () => {
  showEditor(aCampaign())
  await screen.findByDisplayValue('Spring offer')
  press('Add a version')
  press('Add a version')
  type('Text of version B', 'Harbor Dental: a free check-up')
  press('Add a follow-up')
  type('Text of follow-up 1', 'Still thinking?')
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

test('a test is sent to a number of the teammate', async () => {
  const { onDialog } = showEditor(null)
  await screen.findByText('Send a test…')
  campaigns.save.mockResolvedValue({ data: aCampaign() })
  type('Name', 'Spring offer')
  press('Send a test…')
  // The address of the saved campaign opens it.
  await waitFor(() => expect(onDialog).toHaveBeenCalledWith('c1', 'test'))
  cleanup()
  showEditor(aCampaign({ variants: ['Other'] }), 'test')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Your mobile number' }), { target: { value: '2125550123' } })
  campaigns.sendTest.mockResolvedValue({ data: { conversationSid: 'CH1' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send test' }))
  await waitFor(() =>
    expect(campaigns.sendTest).toHaveBeenCalledWith({
      id: 'c1',
      phone: '2125550123',
      variant: 0,
      clientMessageId: expect.any(String),
    }),
  )
})

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

test('metrics compare the versions of the text and the follow-ups', async () => {
  const none = { clicked: 0, replied: 0, optedOut: 0 }
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', stats: statsOf({ delivered: 10 }) }) })
  campaigns.getSteps.mockResolvedValue({
    data: {
      steps: [
        {
          id: 'c1',
          state: 'done',
          stats: statsOf({ delivered: 10 }),
          afterHours: null,
          texts: [
            { ...none, text: 'First', recipients: 5, sent: 5, delivered: 5, clicked: 1 },
            { ...none, text: 'Other', recipients: 5, sent: 5, delivered: 5, replied: 2 },
          ],
        },
        {
          id: 'c2',
          state: 'done',
          stats: statsOf({ delivered: 8 }),
          afterHours: 72,
          texts: [{ ...none, text: 'Still thinking?', recipients: 10, sent: 8, delivered: 8 }],
        },
      ],
    },
  })
  show(<CampaignMetricsScreen id="c1" />)
  const rows = (await screen.findAllByRole('row')).slice(1, 4).map((row) => row.textContent)
  expect(rows).toEqual([
    'Version AFirst555 100%1 20%0 0%0 0%',
    'Version BOther555 100%0 0%2 40%0 0%',
    'Follow-up 1 after 3 daysStill thinking?1088 100%0 0%0 0%0 0%',
  ])
  fireEvent.click(screen.getByRole('radio', { name: 'Follow-up 1' }))
  await waitFor(() =>
    expect(getRecipients).toHaveBeenCalledWith(expect.objectContaining({ id: 'c2' }), expect.anything()),
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

test('suggestions about the text fix it', async () => {
  showEditor(aCampaign({ text: '20% off' }))
  await screen.findByText('It doesn’t say how to opt out.')
  press('Add “Reply STOP”')
  press('Add your business name')
  expect(field('Message').value).toBe(':business_name:: 20% off Reply STOP to opt out.')
  expect(screen.queryByRole('list', { name: 'Suggestions' })).toBeNull()
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
        { step: 0, variant: 0, recipients: 412, segments: { min: 1, max: 2 }, isMms: false },
        { step: 1, variant: 0, recipients: 412, segments: { min: 1, max: 1 }, isMms: false },
      ],
      price: { amount: 5_000_000, upTo: 8_419_600, currency: 'USD' },
      finishesOnUtc: null,
      brandLimit: 2000,
      holds: [{ count: 12, untilUtc: '2026-11-24T16:00:00.000Z', timeZone: 'America/Los_Angeles' }],
    },
  })
  const followUps = [{ afterHours: 24, text: 'Harbor Dental: still there, {{name}}? Reply STOP' }]
  showEditor(aCampaign({ text: 'Hi', followUps }), 'send')
  const plan = await screen.findByLabelText('Before you send')
  expect(plan.textContent).toContain('First text: 1 to 2 messages each')
  expect(plan.textContent).toContain('Follow-up 1: 1 message each')
  expect(plan.textContent).toContain('$5.00, or up to $8.42 with all follow-ups')
  expect(plan.textContent).toContain('Too far off to estimate')
  expect(plan.textContent).toContain('T-Mobile takes 2,000 messages a day from your business')
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

test('what cannot be sent says why', async () => {
  campaigns.preview.mockResolvedValue({ data: { ...PREVIEW, recipients: 0, sendable: 0, excluded: [], samples: [] } })
  showEditor(aCampaign(), 'send')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('No one would get it. Change who it’s for.')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
})

test('metrics show the funnel with shares, and why people were left out', async () => {
  const reasons = [{ outcome: 'skipped' as const, reason: 'landline' as const, count: 2 }]
  const stats = statsOf({ sent: 2, delivered: 6, skipped: 2 }, { replied: 4, optedOut: 1, reasons })
  campaigns.get.mockResolvedValue({
    data: aCampaign({ status: 'running', startedOnUtc: '2026-01-01T00:00:00.000Z', stats, canStop: true }),
  })
  show(<CampaignMetricsScreen id="c1" />)
  const recipients = await screen.findByText('Recipients', { selector: 'dt' })
  const steps = [...(recipients.closest('dl')?.children ?? [])].map((step) => step.textContent)
  expect(steps).toEqual(['Recipients10', 'Sent880%', 'Delivered660%', 'Replied450%', 'Opted out113%', 'Left out220%'])
  screen.getByText('Left out: 2. Their number is a landline, which can’t receive texts.')
  screen.getByRole('button', { name: 'Stop…' })
})

test('figures that leave out hidden contacts say so, in the list and in the metrics', async () => {
  const stats = statsOf({ delivered: 3 }, { recipients: 3, isPartial: true })
  const note = /Only the contacts you can see are counted/
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', stats }) })
  show(<CampaignMetricsScreen id="c1" />)
  await screen.findByText(note)
  cleanup()
  showList([aCampaign({ status: 'done', stats })])
  await screen.findByText(note)
  cleanup()
  showList([aCampaign({ status: 'done', stats: statsOf({ delivered: 10 }) })])
  await screen.findByText('Spring offer')
  expect(screen.queryByText(note)).toBeNull()
})

test('metrics of many recipients say that they are being counted, or when they were', async () => {
  const uncounted = statsOf({}, { recipients: 1_000_000, countedOnUtc: null })
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', stats: uncounted }) })
  show(<CampaignMetricsScreen id="c1" />)
  await screen.findByText('Counting…')
  screen.getByText('1,000,000')
  expect(screen.queryByText('Delivered')).toBeNull()
  cleanup()
  const counted = statsOf({ delivered: 10 }, { countedOnUtc: '2026-01-01T00:00:00.000Z' })
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', stats: counted }) })
  show(<CampaignMetricsScreen id="c2" />)
  await screen.findByText(/^As of .* at/)
  screen.getByText('Delivered')
})

test('who approves a campaign sees all its texts and how many people get it', async () => {
  const campaign = aCampaign({
    status: 'needs-approval',
    canApprove: true,
    variants: ['Harbor Dental: a free check-up'],
    followUps: [{ afterHours: 48, text: 'Last days' }],
    scheduledOnUtc: '2026-12-01T20:00:00.000Z',
    spreadMinutes: 120,
  })
  campaigns.get.mockResolvedValue({ data: campaign })
  show(<CampaignMetricsScreen id="c1" />)
  await screen.findByText('Approve…')
  const { scheduledOnUtc, spreadMinutes } = campaign
  expect(campaigns.preflight.mock.lastCall?.[0]).toEqual({ id: 'c1', scheduledOnUtc, spreadMinutes })
  await screen.findByText(/^It will be sent .*10:00 AM.* Sending is spread over 2 hours\.$/)
  await screen.findByText('Segments: Big spenders')
  await screen.findByText(/\$3\.42/)
  within(screen.getByRole('region', { name: 'Version B' })).getByText('Harbor Dental: a free check-up')
  const followUp = within(screen.getByRole('region', { name: 'Follow-up 1' }))
  followUp.getByText('Last days')
  followUp.getByText('after 48 hours without a reply')
  await screen.findByText(/412 people/)
})

test('an audience above the limit says before it is sent that someone else has to approve it', async () => {
  getSettings.mockResolvedValue({ data: { approvalAbove: 400 } })
  showEditor(aCampaign(), 'send')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/It’s for more than 400 people, so someone else/)
  campaigns.start.mockResolvedValue({ data: aCampaign({ status: 'needs-approval' }) })
  fireEvent.click(dialog.getByRole('button', { name: 'Ask for approval' }))
  await waitFor(() => expect(campaigns.start).toHaveBeenCalled())
})

test('a campaign that missed its time can be sent from where it says so', async () => {
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'needs-attention', problem: 'late' }) })
  show(<CampaignMetricsScreen id="c1" />)
  await screen.findByText(/It missed its time/)
  fireEvent.click(screen.getByRole('button', { name: 'Send…' }))
  await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Send to 412 people' })
})

test('a campaign that waits for its time can be moved back to draft from its page', async () => {
  campaigns.get.mockResolvedValue({
    data: aCampaign({ status: 'scheduled', localTime: '2026-12-01T09:00', scheduledOnUtc: '2026-12-01T12:30:00.000Z' }),
  })
  show(<CampaignMetricsScreen id="c1" />)
  await screen.findByText(/9:00 AM, in each contact’s own time zone\./)
  expect(campaigns.preflight.mock.lastCall?.[0]).toEqual({ id: 'c1', localTime: '2026-12-01T09:00' })
  screen.getByRole('button', { name: 'Back to draft' })
})

test('recipients say who clicked and who opted out, and can be filtered by it', async () => {
  const step = { id: 'c1', state: 'done', afterHours: null, texts: [], stats: statsOf({ delivered: 1 }) }
  campaigns.getSteps.mockResolvedValue({ data: { steps: [step] } })
  campaigns.get.mockResolvedValue({ data: aCampaign({ status: 'done', stats: statsOf({ delivered: 1 }) }) })
  const recipient = {
    contactID: 'p1',
    contact: { name: 'Ana Silva', phone: '+12125550100' },
    outcome: 'delivered',
    reason: null,
    heldUntil: null,
    sentOnUtc: '2026-11-23T18:00:00.000Z',
    hasReplied: false,
    hasClicked: true,
    hasOptedOut: true,
    conversationSid: null,
  }
  getRecipients.mockResolvedValue({ data: { recipients: [recipient], nextAfter: null } })
  show(<CampaignMetricsScreen id="c1" />)
  const table = within(await screen.findByRole('table', { name: 'Recipients' }))
  await table.findByText('Clicked a link')
  table.getByText('Opted out')
  fireEvent.change(screen.getByRole('combobox', { name: 'Outcome' }), { target: { value: 'opted-out' } })
  await waitFor(() => expect(getRecipients.mock.lastCall?.[0]).toEqual({ id: 'c1', hasOptedOut: true }))
})
