import { expect, test } from 'vitest'
import { aConversation, aMessage } from '../../testing/a-conversation.ts'
import { lastPair, numbersOf, pairsOf } from './number-pairs.ts'

const { sid: other, contact, phoneNumber, tenantPhoneNumber } = aConversation(2)
const state = { isOptedOut: false, isBlocked: false }
const merged = { sid: other, contactID: contact.id, name: contact.name, phoneNumber, tenantPhoneNumber, ...state }
const conversation = aConversation(1, {}, { merged: [merged] })
const ownSid = conversation.sid

const ofAnyKind = { isOutgoingMessage: false, seenBy: [] }
const aText = (index: number, viaSid?: string) => aMessage(index, viaSid ? { viaSid } : {})
const aPicture = (index: number, viaSid: string) =>
  aMessage(index, { viaSid, attributes: { ...ofAnyKind, type: 'media' } })
const aNote = (index: number) =>
  aMessage(index, { attributes: { ...ofAnyKind, type: 'note', note: { mentions: [], editedOnUtc: null } } })
const anUpdate = (index: number) =>
  aMessage(index, { attributes: { ...ofAnyKind, type: 'update', update: { kind: 'closed', value: null } } })

test('a merged thread has its own number pair and those of the conversations merged into it', () => {
  expect(pairsOf(conversation).map(({ sid }) => sid)).toEqual([ownSid, other])
  expect(pairsOf(aConversation(1)).map(({ sid }) => sid)).toEqual([ownSid])
})

test('a contact’s number that writes with several of ours is listed once', () => {
  const numbers = (one: typeof conversation) => numbersOf(one).map((each) => each.phoneNumber)
  expect(numbers(aConversation(1))).toEqual([conversation.phoneNumber])
  expect(numbers(conversation)).toEqual([conversation.phoneNumber, phoneNumber])
  const ofOther = { ...merged, phoneNumber: conversation.phoneNumber }
  expect(numbers({ ...conversation, merged: [ofOther, merged] })).toEqual([conversation.phoneNumber, phoneNumber])
})

test('a reply uses the pair of the last message; notes and updates belong to no pair', () => {
  expect(lastPair(conversation, [])).toBe(ownSid)
  expect(lastPair(conversation, [aText(1), aPicture(2, other), aNote(3), anUpdate(4)])).toBe(other)
  expect(lastPair(conversation, [aText(1, other), aText(2)])).toBe(ownSid)
})
