import type { Conversation, Message } from '@frontdesk/contract'
import { expect, test } from 'vitest'
import { lastPair, pairsOf } from './pairs.ts'

const own = { sid: 'CH1', phoneNumber: '+12125550001', tenantPhoneNumber: '+12125550100', contact: { name: 'Ana' } }
const merged = { sid: 'CH2', name: 'Ana', phoneNumber: '+12125550002', tenantPhoneNumber: '+12125550100' }
const conversation = { ...own, merged: [merged] } as unknown as Conversation
const message = (type: string, viaSid?: string) => ({ attributes: { type }, viaSid }) as unknown as Message

test('a merged thread has its own pair of numbers and those of what was merged into it', () => {
  expect(pairsOf(conversation).map(({ sid }) => sid)).toEqual(['CH1', 'CH2'])
  expect(pairsOf({ ...conversation, merged: undefined }).map(({ sid }) => sid)).toEqual(['CH1'])
})

test('one answers by the pair last written on; notes and log lines go by none', () => {
  expect(lastPair(conversation, [])).toBe('CH1')
  expect(lastPair(conversation, [message('text'), message('media', 'CH2'), message('note'), message('update')])).toBe(
    'CH2',
  )
  expect(lastPair(conversation, [message('text', 'CH2'), message('text')])).toBe('CH1')
})
