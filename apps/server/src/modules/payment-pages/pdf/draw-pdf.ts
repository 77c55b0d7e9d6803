import type { PaperSize } from '@frontdesk/contract/rules'
import PDFDocument from 'pdfkit'
import { FONTS, loadScriptFonts } from './script-fonts.ts'
import { createTextWriter, type Pdf, type TextWriter } from './write-text.ts'

/** The contents of a printed document. */
export interface PrintedDocument {
  /** When it was made; a document drawn again is the same file. Default: now. */
  createdAt?: string
  size: PaperSize
  language: string
  color: string
  title: string
  /** A PNG, or none. */
  logo: Uint8Array | null
  businessName: string
  /** Under the name of the business. */
  businessLines: readonly string[]
  facts: readonly string[]
  heads: { description: string; quantity: string; amount: string }
  lines: readonly { description: string; quantity: string; amount: string }[]
  totals: readonly { label: string; amount: string; isStrong: boolean }[]
  sections: readonly { title: string; text: string }[]
}

const MARGIN = 54
const SOFT = '#596066'
const QUANTITY_WIDTH = 70
const AMOUNT_WIDTH = 110
const LOGO_SIZE: [width: number, height: number] = [200, 60]

export interface DrawnPdf {
  content: Uint8Array
  pageCount: number
}

/** Draws a document with fonts that are embedded, so that it looks and prints the same everywhere. */
export async function drawPdf(printed: PrintedDocument): Promise<DrawnPdf> {
  const pdf = new PDFDocument({
    ...{ size: printed.size, margin: MARGIN, bufferPages: true, lang: printed.language, tagged: true },
    // No default font: pdfkit would read the file of a font that it has under another name at each use.
    ...{ displayTitle: true, font: '' },
    info: {
      ...{ Title: printed.title, Author: printed.businessName },
      ...(printed.createdAt && { CreationDate: new Date(printed.createdAt) }),
    },
  })
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<DrawnPdf>()
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.on('end', () => resolve({ content: Buffer.concat(chunks), pageCount }))
  pdf.on('error', reject)
  pdf.registerFont('text', FONTS.text).registerFont('strong', FONTS.strong).font('text')
  const writer = createTextWriter(pdf, await loadScriptFonts(textsOf(printed)))
  drawHead(pdf, writer, printed)
  drawLines(pdf, writer, printed)
  drawTotals(pdf, writer, printed)
  const width = widthOf(pdf)
  for (const { title, text } of printed.sections) {
    pdf.moveDown(1.2)
    writer.write(title, { font: 'strong', size: 10, color: '#000', width, x: MARGIN })
    writer.write(text, { font: 'text', size: 9, color: '#000', width, x: MARGIN })
  }
  const pageCount = pdf.bufferedPageRange().count
  drawPageNumbers(pdf)
  pdf.end()
  return promise
}

/** All texts of a document, for which fonts are loaded. */
const textsOf = ({ title, businessName, businessLines, facts, heads, lines, totals, sections }: PrintedDocument) => [
  ...[title, businessName, ...businessLines, ...facts],
  ...[heads, ...lines].flatMap(({ description, quantity, amount }) => [description, quantity, amount]),
  ...totals.flatMap(({ label, amount }) => [label, amount]),
  ...sections.flatMap((section) => [section.title, section.text]),
]

const widthOf = ({ page }: Pdf): number => page.width - 2 * MARGIN

function drawHead(
  pdf: Pdf,
  { write }: TextWriter,
  { color, title, logo, businessName, businessLines, facts }: PrintedDocument,
): void {
  pdf.rect(0, 0, pdf.page.width, 8).fill(color)
  if (logo) {
    pdf.image(Buffer.from(logo), MARGIN, MARGIN, { fit: LOGO_SIZE })
    pdf.y = MARGIN + LOGO_SIZE[1] + 10
  } else pdf.y = MARGIN
  const width = widthOf(pdf)
  write(businessName, { font: 'strong', size: 14, color: '#000', width, x: MARGIN })
  for (const line of businessLines) write(line, { font: 'text', size: 9, color: SOFT, width })
  pdf.moveDown(1.5)
  write(title, { font: 'strong', size: 18, color: '#000', width })
  for (const fact of facts) write(fact, { font: 'text', size: 10, color: '#000', width })
  pdf.moveDown(1)
}

function drawLines(pdf: Pdf, writer: TextWriter, { heads, lines }: PrintedDocument): void {
  drawRow(pdf, writer, heads, { isHead: true })
  for (const line of lines) drawRow(pdf, writer, line, { isHead: false })
}

function drawRow(
  pdf: Pdf,
  { write, heightOf }: TextWriter,
  row: PrintedDocument['heads'],
  { isHead }: { isHead: boolean },
): void {
  const width = widthOf(pdf) - QUANTITY_WIDTH - AMOUNT_WIDTH
  const font = isHead ? 'strong' : 'text'
  const style = { font, size: isHead ? 9 : 10, color: isHead ? SOFT : '#000' } as const
  const described = { ...style, width: width - 8 }
  if (pdf.y + heightOf(row.description, described) > pdf.page.height - MARGIN - 20) pdf.addPage()
  const { y } = pdf
  write(row.description, { ...described, x: MARGIN, y })
  const end = pdf.y
  write(row.quantity, { ...style, width: QUANTITY_WIDTH, x: MARGIN + width, y, align: 'right' })
  write(row.amount, { ...style, width: AMOUNT_WIDTH, x: MARGIN + width + QUANTITY_WIDTH, y, align: 'right' })
  pdf.y = end + 4
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(pdf.page.width - MARGIN, pdf.y)
    .lineWidth(0.5)
    .stroke('#d5dae0')
  pdf.y += 5
}

function drawTotals(pdf: Pdf, { write }: TextWriter, { totals }: PrintedDocument): void {
  const at = pdf.page.width - MARGIN - 260
  pdf.moveDown(0.5)
  for (const { label, amount, isStrong } of totals) {
    if (pdf.y > pdf.page.height - MARGIN - 20) pdf.addPage()
    const { y } = pdf
    const style = { font: isStrong ? 'strong' : 'text', size: 10, color: '#000', y } as const
    write(label, { ...style, width: 150, x: at })
    const end = pdf.y
    write(amount, { ...style, width: AMOUNT_WIDTH, x: at + 150, align: 'right' })
    pdf.y = end + 3
  }
  pdf.x = MARGIN
}

function drawPageNumbers(pdf: Pdf): void {
  const { start, count } = pdf.bufferedPageRange()
  if (count < 2) return
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(start + page)
    // Below the margin, where a text would otherwise begin another page.
    pdf.page.margins.bottom = 0
    pdf.font('text').fontSize(8).fillColor(SOFT)
    pdf.text(`${page + 1} / ${count}`, MARGIN, pdf.page.height - MARGIN + 16, { width: widthOf(pdf), align: 'right' })
    pdf.page.margins.bottom = MARGIN
  }
}
