import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('quotes cells and escapes formulas', () => {
  expect(csvLine(['a "b", c', 'two\nlines', '', null])).toBe('"a ""b"", c","two\nlines","",\r\n')
  for (const formula of ['=1+1', '+A1', '-cmd', '@SUM(A1)', '\t=1', '\r=1', ' =1', '+1-A1'])
    expect(csvLine([formula])).toBe(`"'${formula}"\r\n`)
  for (const number of ['+12125550100', '+1 (212) 555-0100', '-12.50', '-1'])
    expect(csvLine([number])).toBe(`"${number}"\r\n`)
})
