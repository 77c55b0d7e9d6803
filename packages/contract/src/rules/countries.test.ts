import { getCountries } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { PHONE_COUNTRIES } from './countries.ts'

test('countries are those whose numbers can be read', () => {
  expect(PHONE_COUNTRIES).toEqual(getCountries().toSorted())
})
