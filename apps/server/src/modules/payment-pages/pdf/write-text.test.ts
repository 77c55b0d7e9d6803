import PDFDocument from 'pdfkit'
import { expect, test, vi } from 'vitest'
import { drawPdf } from './draw-pdf.ts'
import { FONTS, loadScriptFonts } from './script-fonts.ts'
import { createTextWriter } from './write-text.ts'

/** The drawn text, by line and from left to right. */
async function linesOf(text: string, width = 500): Promise<string[]> {
  const pdf = new PDFDocument({ font: FONTS.text })
  pdf.registerFont('text', FONTS.text).registerFont('strong', FONTS.strong)
  const { write } = createTextWriter(pdf, await loadScriptFonts([text]))
  const drawn = vi.spyOn(pdf, 'text')
  write(text, { font: 'text', size: 10, color: '#000', width, x: 0, y: 100 })
  const calls = drawn.mock.calls.map(([part, x, y]: unknown[]) => ({ part, x: Number(x), y: Number(y) }))
  const lines = Map.groupBy(calls, ({ y }) => y)
  return [...lines.values()].map((line) =>
    line
      .toSorted((a, b) => a.x - b.x)
      .map(({ part }) => part)
      .join(''),
  )
}

test('words are drawn in the order in which they are read', async () => {
  expect(await linesOf('Maya Chen')).toEqual(['Maya Chen'])
  expect(await linesOf('王小明 Wang')).toEqual(['王小明 Wang'])
  // From right to left; the font puts the letters of a word in order.
  expect(await linesOf('מאיה כהן')).toEqual(['כהן מאיה'])
  expect(await linesOf('محمد بن أحمد')).toEqual(['أحمد بن محمد'])
  // Numbers keep their order. Brackets are mirrored: the letters of a word with one are put in order with it.
  expect(await linesOf('הרצל 12 (תל אביב)')).toEqual(['אביב( )תל 12 הרצל'])
  expect(await linesOf('Room חדר שני 7')).toEqual(['Room 7 שני חדר'])
})

test('a script without spaces wraps, and lines of another direction are ordered one by one', async () => {
  expect(await linesOf('東京の歯のクリーニング', 45)).toEqual(['東京の歯', 'のクリー', 'ニング'])
  expect(await linesOf('אחת שתיים שלוש', 50)).toEqual(['שתיים אחת', 'שלוש'])
})

test('a character that no font has leaves a mark, unless it is a pictograph', async () => {
  expect(await linesOf('สวัสดี 🎉 Ok')).toEqual([expect.stringMatching(/^\?+ {2}Ok$/)])
  expect(await linesOf('👍🏽 김민준')).toEqual([' 김민준'])
})

test('a document embeds fonts for the scripts it has, and no others', async () => {
  const printed = {
    ...{ size: 'A4' as const, language: 'en', color: '#0b7285', title: 'Invoice', logo: null, businessName: 'Harbor' },
    ...{ businessLines: [], heads: { description: 'Description', quantity: 'Quantity', amount: 'Amount' } },
    ...{ lines: [], totals: [], sections: [] },
  }
  const fontsIn = async (fact: string) =>
    new Set(
      Buffer.from((await drawPdf({ ...printed, facts: [fact] })).content)
        .toString('latin1')
        .match(/NotoSans\w\w/g),
    )
  expect(await fontsIn('Maya Chen')).toEqual(new Set())
  expect(await fontsIn('王小明')).toEqual(new Set(['NotoSansSC']))
  expect(await fontsIn('王小明 김민준')).toEqual(new Set(['NotoSansSC', 'NotoSansKR']))
})

test('a document reads each of its fonts once, however many texts it has', async () => {
  const font = vi.spyOn(PDFDocument.prototype, 'font')
  const line = { description: 'مرحبا بالعالم สวัสดี', quantity: '1', amount: '5.00' }
  await drawPdf({
    ...{ size: 'A4', language: 'en', color: '#0b7285', title: 'Invoice', logo: null, businessName: 'Harbor' },
    ...{ businessLines: [], facts: [], heads: { description: 'Description', quantity: 'Quantity', amount: 'Amount' } },
    ...{ lines: Array.from({ length: 20 }, () => line), totals: [], sections: [] },
  })
  // Counts the files that pdfkit opened.
  expect(font.mock.contexts.at(-1)).toHaveProperty('_fontCount', Object.keys(FONTS).length)
})
