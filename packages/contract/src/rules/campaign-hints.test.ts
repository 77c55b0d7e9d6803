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
  ['Harbor Dental: guns. Reply STOP', ['restricted-topic']],
  ['Harbor Dental: https://shorturl.com/x Reply STOP', ['public-shortener']],
  [' ', []],
])('%j: %j', (text, kinds) => {
  expect(kindsOf(text)).toEqual(kinds)
})

test('characters that make a text more expensive are named, and replaced by ones that read the same', () => {
  const text = `Harbor Dental: don’t miss it. ${'x'.repeat(60)} Reply STOP`
  expect(findCampaignHints(text, SENDERS)).toEqual([
    {
      ...{ kind: 'expensive-characters', characters: ['’'], fixed: text.replace('’', "'"), isRemoved: false },
      ...{ segments: 2, segmentsWithout: 1 },
    },
  ])
  expect(findCampaignHints(text.replace('’', '🦷'), SENDERS)).toMatchObject([
    { characters: ['🦷'], isRemoved: true, segments: 2, segmentsWithout: 1 },
  ])
  expect(findCampaignHints(text.replace('don’t', '“don’t” …'), SENDERS)).toMatchObject([
    { characters: ['“', '’', '”', '…'], fixed: text.replace('don’t', '"don\'t" ...'), isRemoved: false },
  ])
})

test('characters of which some have no equal, and texts that cost the same without it, give no hint', () => {
  expect(kindsOf(`Harbor Dental: don’t 🦷 ${'x'.repeat(80)} Reply STOP`)).toEqual([])
  expect(kindsOf('Harbor Dental: don’t. Reply STOP')).toEqual([])
})
