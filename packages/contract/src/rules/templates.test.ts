import { expect, test } from 'vitest'
import {
  DEFAULT_TEMPLATES,
  nameParts,
  renderTemplate,
  templateValues,
  unknownPlaceholders,
  unknownVariables,
} from './templates.ts'

const values = templateValues({
  contact: { name: 'Maria del Carmen Lopez', phone: '(206) 555-0100' },
  businessName: 'Harbor Dental',
  location: { name: 'Ballard', url: 'https://maps.example/1', googleReviewUrl: null },
})

test('variables between colons are replaced by their values', () => {
  expect(renderTemplate('Hi :contact_first_name: :contact_last_name:, see :google_map_url:', values)).toEqual({
    text: 'Hi Maria Lopez, see https://maps.example/1',
    unknown: [],
    missing: [],
  })
})

test('a colon right after a variable is kept', () => {
  expect(renderTemplate('From :business_location:: hello', values).text).toBe('From Ballard: hello')
})

test('missing values leave no gap', () => {
  const nameless = { ...values, contact_first_name: '' }
  expect(renderTemplate('Hi :contact_first_name:, how are you?', nameless)).toEqual({
    text: 'Hi, how are you?',
    unknown: [],
    missing: ['contact_first_name'],
  })
  const said = (message: string) => renderTemplate(message, nameless).text
  expect(said('Thank you, :contact_first_name:! See you.')).toBe('Thank you! See you.')
  expect(said('Thank you, :contact_first_name:')).toBe('Thank you')
  expect(said('Well, :contact_first_name:, here we are')).toBe('Well, here we are')
})

test('unknown variables are kept and reported; times and smileys are not variables', () => {
  expect(renderTemplate('Hi :contact_nickname: at 10:30:00 :smile:', values)).toMatchObject({
    text: 'Hi :contact_nickname: at 10:30:00 :smile:',
    unknown: ['contact_nickname'],
  })
  expect(unknownVariables(':first_name: :contact_name: :first_name:')).toEqual(['first_name'])
})

test('placeholders that are no variables are found as written', () => {
  const message =
    'Hi :name:, {{first_name}} {name} :contact_name: :Contact_Name: at 10:30:00, open 9:00-5:00, a: b :name:'
  expect(unknownPlaceholders(message)).toEqual([':name:', '{{first_name}}', '{name}'])
})

test('a value that looks like a variable is not rendered again', () => {
  expect(renderTemplate(':contact_name:', { ...values, contact_name: ':business_name: $& $1' }).text).toBe(
    ':business_name: $& $1',
  )
})

test('splits names into first and last name', () => {
  expect(nameParts('Cher')).toEqual({ first: 'Cher', middle: '', last: '' })
  expect(nameParts(' Ann  Lee ')).toEqual({ first: 'Ann', middle: '', last: 'Lee' })
  expect(nameParts('Maria del Carmen Lopez')).toEqual({ first: 'Maria', middle: 'del Carmen', last: 'Lopez' })
  expect(nameParts('')).toEqual({ first: '', middle: '', last: '' })
})

test('the default templates contain only known variables', () => {
  for (const { message } of DEFAULT_TEMPLATES) expect(unknownPlaceholders(message)).toEqual([])
})
