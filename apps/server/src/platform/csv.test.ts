import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('cells are quoted, and none of them is a formula', () => {
  expect(csvLine(['a "b", c', 'two\nlines', ''])).toBe('"a ""b"", c","two\nlines",""\r\n')
  for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1'])
    expect(csvLine([formula])).toBe(`"'${formula}"\r\n`)
})
