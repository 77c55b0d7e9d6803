import { expect, test } from 'vitest'
import { aConversation } from '../../testing/a-conversation.ts'
import { ConversationVersions } from './conversation-versions.ts'

test('a response in flight while an event arrived does not restore the older version', () => {
  const versions = new ConversationVersions()
  const event = versions.remember(aConversation(1, { unreadMessages: 2 }, { version: 4 }))
  expect(versions.remember(aConversation(1, {}, { version: 3 }))).toBe(event)
})

test('an event has no draft, so the cached one stays', () => {
  const versions = new ConversationVersions()
  const drafts = [{ userID: 'me', messageDraft: 'We could' }]
  versions.remember(aConversation(1, { drafts }))
  expect(versions.remember(aConversation(1, {}, { version: 2 })).attributes.drafts).toEqual(drafts)
})

test('of two equal copies the one on screen stays', () => {
  const versions = new ConversationVersions()
  const shown = versions.remember(aConversation(1, { unreadMessages: 2 }))
  expect(versions.remember(structuredClone(shown))).toBe(shown)
})

test('the server’s response replaces an optimistic update', () => {
  const versions = new ConversationVersions()
  versions.remember(aConversation(1, { unreadMessages: 3 }))
  versions.patch(aConversation(1).sid, (before) => ({
    ...before,
    attributes: { ...before.attributes, unreadMessages: 0 },
  }))
  expect(versions.get(aConversation(1).sid)?.attributes.unreadMessages).toBe(0)
  expect(versions.remember(aConversation(1, { unreadMessages: 1 }, { version: 2 })).attributes.unreadMessages).toBe(1)
})

test('an event does not hide a restricted contact that the viewer sees; a read does', () => {
  const versions = new ConversationVersions()
  const shown = versions.remember(aConversation(1, {}, { contactAccess: 'shown' }))
  const hidden = (version: number) =>
    aConversation(
      1,
      {},
      {
        version,
        contactAccess: 'hidden',
        friendlyName: '(207) 555-1001',
        contact: { ...shown.contact, name: '', isBlocked: true },
      },
    )
  const after = versions.remember(hidden(2))
  expect(after).toMatchObject({ contactAccess: 'shown', friendlyName: 'Contact 1', version: 2 })
  expect(after.contact).toMatchObject({ name: 'Contact 1', isBlocked: true })
  expect(versions.rememberRead(hidden(2))).toMatchObject({ contactAccess: 'hidden', contact: { name: '' } })
})
