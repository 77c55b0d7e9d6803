import { expect, test } from 'vitest'
import { readVCard } from './vcard.ts'

test('a card of an iPhone: name, organization, numbers and addresses, folded and grouped lines included', () => {
  const card = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Chen;Maya;;;',
    'FN:Maya Chen',
    'ORG:Harbor Dental;Front Desk;',
    'item1.TEL;type=CELL;type=VOICE;type=pref:+1 (206) 555-01',
    ' 42',
    'TEL;VALUE=uri;TYPE=work:tel:+12065550143',
    'EMAIL;type=INTERNET:maya\\,chen@example.test',
    'END:VCARD',
  ].join('\r\n')
  expect(readVCard(card)).toEqual({
    name: 'Maya Chen',
    organization: 'Harbor Dental, Front Desk',
    phones: ['+1 (206) 555-0142', '+12065550143'],
    emails: ['maya,chen@example.test'],
  })
})

test('without a full name its parts are used; other text is not a card', () => {
  expect(readVCard('BEGIN:VCARD\nN:Chen;Maya\nEND:VCARD')?.name).toBe('Maya Chen')
  expect(readVCard('<html>')).toBeNull()
})
