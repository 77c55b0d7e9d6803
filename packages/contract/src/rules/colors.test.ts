import { expect, test } from 'vitest'
import { expandHexColor, HEX_COLOR, isDarkColor } from './colors.ts'

test('three digits are short for six, and text on a color is light below a luminance of 0.65', () => {
  expect(['#abc', '#0B7285', 'abc', '#abcd', '#ggg'].map((code) => HEX_COLOR.test(code))).toEqual([
    ...[true, true, false, false, false],
  ])
  expect(expandHexColor('#aBc')).toBe('#aaBBcc')
  expect(expandHexColor('#0b7285')).toBe('#0b7285')
  expect(['#000', '#0b7285', '#fff', '#aaaaaa'].map(isDarkColor)).toEqual([true, true, false, false])
  expect(isDarkColor('#abc')).toBe(isDarkColor('#aabbcc'))
})
