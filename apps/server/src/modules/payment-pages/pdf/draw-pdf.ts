import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** What a printed document says. */
export interface PrintedDocument {
  size: 'LETTER' | 'A4'
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

const fontPath = (name: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
const FONTS = { text: fontPath('DejaVuSans'), strong: fontPath('DejaVuSans-Bold') }
const MARGIN = 54
const SOFT = '#596066'
const QUANTITY_WIDTH = 70
const AMOUNT_WIDTH = 110
const LOGO_SIZE: [width: number, height: number] = [200, 60]

/** Draws a document with fonts that are embedded, so that it looks and prints the same everywhere. */
export async function drawPdf(printed: PrintedDocument): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    ...{ size: printed.size, margin: MARGIN, bufferPages: true, lang: printed.language, tagged: true },
    ...{ displayTitle: true, font: FONTS.text, info: { Title: printed.title, Author: printed.businessName } },
  })
  const chunks: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.on('end', () => resolve(Buffer.concat(chunks)))
  pdf.on('error', reject)
  pdf.registerFont('text', FONTS.text).registerFont('strong', FONTS.strong)
  drawHead(pdf, printed)
  drawLines(pdf, printed)
  drawTotals(pdf, printed)
  for (const { title, text } of printed.sections) {
    pdf.moveDown(1.2).font('strong').fontSize(10).fillColor('#000').text(title, MARGIN)
    pdf
      .font('text')
      .fontSize(9)
      .text(text, MARGIN, undefined, { width: widthOf(pdf) })
  }
  drawPageNumbers(pdf)
  pdf.end()
  return promise
}

type Pdf = InstanceType<typeof PDFDocument>

const widthOf = ({ page }: Pdf): number => page.width - 2 * MARGIN

function drawHead(pdf: Pdf, { color, title, logo, businessName, businessLines, facts }: PrintedDocument): void {
  pdf.rect(0, 0, pdf.page.width, 8).fill(color)
  if (logo) {
    pdf.image(Buffer.from(logo), MARGIN, MARGIN, { fit: LOGO_SIZE })
    pdf.y = MARGIN + LOGO_SIZE[1] + 10
  }
  pdf
    .fillColor('#000')
    .font('strong')
    .fontSize(14)
    .text(businessName, MARGIN, logo ? pdf.y : MARGIN)
  pdf.font('text').fontSize(9).fillColor(SOFT)
  for (const line of businessLines) pdf.text(line)
  pdf.moveDown(1.5).font('strong').fontSize(18).fillColor('#000').text(title)
  pdf.font('text').fontSize(10)
  for (const fact of facts) pdf.text(fact)
  pdf.moveDown(1)
}

function drawLines(pdf: Pdf, { heads, lines }: PrintedDocument): void {
  drawRow(pdf, heads, { isHead: true })
  for (const line of lines) drawRow(pdf, line, { isHead: false })
}

function drawRow(pdf: Pdf, row: PrintedDocument['heads'], { isHead }: { isHead: boolean }): void {
  const width = widthOf(pdf) - QUANTITY_WIDTH - AMOUNT_WIDTH
  pdf
    .font(isHead ? 'strong' : 'text')
    .fontSize(isHead ? 9 : 10)
    .fillColor(isHead ? SOFT : '#000')
  const height = pdf.heightOfString(row.description, { width: width - 8 })
  if (pdf.y + height > pdf.page.height - MARGIN - 20) pdf.addPage()
  const { y } = pdf
  pdf.text(row.description, MARGIN, y, { width: width - 8 })
  const end = pdf.y
  pdf.text(row.quantity, MARGIN + width, y, { width: QUANTITY_WIDTH, align: 'right' })
  pdf.text(row.amount, MARGIN + width + QUANTITY_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' })
  pdf.y = end + 4
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(pdf.page.width - MARGIN, pdf.y)
    .lineWidth(0.5)
    .stroke('#d5dae0')
  pdf.y += 5
}

function drawTotals(pdf: Pdf, { totals }: PrintedDocument): void {
  const at = pdf.page.width - MARGIN - 260
  pdf.moveDown(0.5)
  for (const { label, amount, isStrong } of totals) {
    if (pdf.y > pdf.page.height - MARGIN - 20) pdf.addPage()
    const { y } = pdf
    pdf
      .font(isStrong ? 'strong' : 'text')
      .fontSize(10)
      .fillColor('#000')
    pdf.text(label, at, y, { width: 150 })
    const end = pdf.y
    pdf.text(amount, at + 150, y, { width: AMOUNT_WIDTH, align: 'right' })
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
