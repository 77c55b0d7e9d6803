import type { Group } from '@frontdesk/contract/api'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithProviders } from '../../testing/render-with-providers.tsx'
import { GroupThread } from './GroupThread.tsx'

const { me } = vi.hoisted(() => ({ me: { current: { userId: 'u1', roles: ['Manager'], permissions: [''] } } }))
vi.mock('../../lib/api.ts', () => ({
  api: {
    groupMessages: { getList: async () => ({ data: { messages: [], nextCursor: null } }) },
    groups: { previewMessage: async () => new Promise(() => {}) },
    presence: { getList: async () => ({ data: { people: [{ isOwner: true, userName: 'Olivia Hart' }] } }) },
    templates: { getList: async () => ({ templates: [] }) },
  },
}))
vi.mock('../../lib/session/use-me.ts', () => ({ useMe: () => me.current }))
vi.mock('@tanstack/react-router', () => ({ Link: 'a' }))

const GROUP: Group = {
  sid: 'GC1',
  name: 'Regulars',
  kind: 'fixed',
  locationID: null,
  criteria: null,
  segmentName: null,
  members: 2,
  isAddingMembers: false,
  canEdit: true,
  createdOnUtc: '2026-11-23T00:00:00Z',
  latestMessage: null,
  latestMessageOnUtc: null,
  unreadReplies: 0,
  version: 0,
}

const open = (...permissions: string[]) => {
  me.current = { ...me.current, permissions }
  renderWithProviders(<GroupThread group={GROUP} />)
}

test('without the permission to send to groups, a box says which one is missing and who can grant it', async () => {
  open('contacts_edit')
  await screen.findByText('You can’t send messages to groups')
  await screen.findByText('You need the “Send campaigns” permission. Ask Olivia Hart for it.')
  expect(screen.queryByRole('button', { name: 'Send…' })).toBeNull()
})

test('with it there is the send box', async () => {
  open('campaigns_send_bulk_messages')
  await screen.findByRole('button', { name: 'Send…' })
  expect(screen.queryByText('You can’t send messages to groups')).toBeNull()
})
