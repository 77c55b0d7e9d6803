import { expect, test } from 'vitest'
import { aConversation } from '../../testing/a-conversation.ts'
import { KnownConversations } from './known-conversations.ts'

test('an answer that was on its way while an event arrived does not bring the past back', () => {
  const known = new KnownConversations()
  const event = known.remember(aConversation(1, { unreadMessages: 2 }, { version: 4 }))
  expect(known.remember(aConversation(1, {}, { version: 3 }))).toBe(event)
})

test('an event carries no draft, so the one we know stays', () => {
  const known = new KnownConversations()
  const drafts = [{ userID: 'me', messageDraft: 'We could' }]
  known.remember(aConversation(1, { drafts }))
  expect(known.remember(aConversation(1, {}, { version: 2 })).attributes.drafts).toEqual(drafts)
})

test('of two equal copies the one on screen stays', () => {
  const known = new KnownConversations()
  const shown = known.remember(aConversation(1, { unreadMessages: 2 }))
  expect(known.remember(structuredClone(shown))).toBe(shown)
})

test('what was shown before the server confirmed it gives way to the server', () => {
  const known = new KnownConversations()
  known.remember(aConversation(1, { unreadMessages: 3 }))
  known.patch(aConversation(1).sid, (before) => ({
    ...before,
    attributes: { ...before.attributes, unreadMessages: 0 },
  }))
  expect(known.get(aConversation(1).sid)?.attributes.unreadMessages).toBe(0)
  expect(known.remember(aConversation(1, { unreadMessages: 1 }, { version: 2 })).attributes.unreadMessages).toBe(1)
})

test('an event hides a restricted contact from nobody who sees it; a read that hides it does', () => {
  const known = new KnownConversations()
  const shown = known.remember(aConversation(1, {}, { contactAccess: 'shown' }))
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
  const after = known.remember(hidden(2))
  expect(after).toMatchObject({ contactAccess: 'shown', friendlyName: 'Contact 1', version: 2 })
  expect(after.contact).toMatchObject({ name: 'Contact 1', isBlocked: true })
  expect(known.rememberRead(hidden(2))).toMatchObject({ contactAccess: 'hidden', contact: { name: '' } })
})
