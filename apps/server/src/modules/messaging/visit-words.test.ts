import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readVisitText } from './visit-words.ts'

test.each([
  ['C', { kind: 'confirm' }],
  ['Yes!', { kind: 'confirm' }],
  ['Sí, confirmo', { kind: 'confirm' }],
  ['R', { kind: 'change' }],
  ['R Tuesday after 3', { kind: 'change', hasRequest: true }],
  ['r: 12/4, 3:30 pm', { kind: 'change', hasRequest: true }],
  ['Move my appointment to the 5th', { kind: 'change', hasRequest: true }],
  ['R el martes después de las 3', { kind: 'change', hasRequest: true }],
  ['Cambiar mi cita al jueves a las 11', { kind: 'change', hasRequest: true }],
  ['R mardi après 15h', { kind: 'change', hasRequest: true }],
  ['Déplacer à demain matin', { kind: 'change', hasRequest: true }],
  ['1', { kind: 'choose', number: 1 }],
  ['2.', { kind: 'choose', number: 2 }],
  ['3️⃣', { kind: 'choose', number: 3 }],
  ['#1', { kind: 'choose', number: 1 }],
  ['0', { kind: 'choose', number: 0 }],
  ['No thanks', { kind: 'decline' }],
  ['OMW', { kind: 'on-the-way' }],
  ['I’m on my way!', { kind: 'on-the-way' }],
  ['J’arrive', { kind: 'on-the-way' }],
  ['here', { kind: 'here' }],
  ['Ya llegué.', { kind: 'here' }],
  ['LATE 15', { kind: 'late', minutes: 15 }],
  ['Running 10 min late', { kind: 'late', minutes: 10 }],
  ['I’ll be late', { kind: 'late', minutes: null }],
  ['15 minutos tarde', { kind: 'late', minutes: 15 }],
  ['en retard de 20 min', { kind: 'late', minutes: 20 }],
  ['late', { kind: 'late', minutes: null }],
  ['late 999', { kind: 'late', minutes: null }],
])('%s', (text, read) => {
  expect(readVisitText(text)).toEqual(read)
})

test.each([
  'Yes, but can we do Friday?',
  'Is Maya here today?',
  'It is too late for me',
  'Change of plans, see you next week',
  'R u open on Tuesday at 3?',
  'R we still on for tomorrow?',
  '10 late 20',
  '4',
  '12',
  '1 or 2',
  '',
])('leaves “%s” to the team', (text) => {
  expect(readVisitText(text)).toBeNull()
})

test('punctuation, letter case and spaces change nothing, and no text throws', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('late 15', 'on my way', 'confirm'),
      fc.constantFrom('!', '.', ' ', '…'),
      (text, end) => {
        expect(readVisitText(` ${text.toUpperCase()}${end}`)).toEqual(readVisitText(text))
      },
    ),
  )
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => void readVisitText(text)))
})
