import { expect, test } from 'vitest'
import { findCampaignHints } from './campaign-hints.ts'

const SENDERS = ['Harbor Dental', '']
const kindsOf = (text: string) => findCampaignHints(text, SENDERS).map(({ kind }) => kind)

test.each([
  ['Harbor Dental: 20% off. Reply STOP to opt out', []],
  ['harbor dental: 20% off. Text "stop" to opt out', []],
  [':business_name:: 20% off. Reply with REMOVE to unsubscribe', []],
  ['Harbor Dental: stop by at 5, please reply', ['no-opt-out']],
  ['Harbor Dental: END OF SEASON', ['no-opt-out']],
  ['20% off. Reply STOP to opt out', ['no-business-name']],
  ['20% off', ['no-opt-out', 'no-business-name']],
  ['Harbor Dental: 20% off https://bit.ly/3abc Reply STOP', ['public-shortener']],
  ['Harbor Dental: 20% off https://bit.lye.example/3abc Reply STOP', []],
  ['Harbor Dental: HUGE SALE TODAY ONLY. Reply STOP', ['shouting']],
  ['HARBOR Dental: Reply STOP to UNSUBSCRIBE or HELP', []],
  ['Harbor Dental: whitening and free CBD oil. Reply STOP', ['restricted-topic']],
  [' ', []],
])('%j: %j', (text, kinds) => {
  expect(kindsOf(text)).toEqual(kinds)
})

test('one character that makes a text more expensive is named, with one that reads the same', () => {
  const text = `Harbor Dental: don’t miss it. ${'x'.repeat(60)} Reply STOP`
  expect(findCampaignHints(text, SENDERS)).toEqual([
    { kind: 'expensive-character', character: '’', replacement: "'", segments: 2, segmentsWithout: 1 },
  ])
  expect(findCampaignHints(text.replace('’', '🦷'), SENDERS)).toMatchObject([
    { character: '🦷', replacement: undefined, segments: 2, segmentsWithout: 1 },
  ])
})

test('several such characters, and texts that cost the same without it, give no hint', () => {
  expect(kindsOf(`Harbor Dental: don’t 🦷 ${'x'.repeat(80)} Reply STOP`)).toEqual([])
  expect(kindsOf('Harbor Dental: don’t. Reply STOP')).toEqual([])
})
