import bidiFactory from 'bidi-js'
import type PDFDocument from 'pdfkit'
import { type ScriptFonts, withoutMarks } from './script-fonts.ts'

export type Pdf = InstanceType<typeof PDFDocument>

interface Style {
  font: 'text' | 'strong'
  size: number
  color: string
  width: number
}

/** A part of a line in one font. */
interface Piece {
  text: string
  font: string
  width: number
}

/** Unit of drawing: a part of a word in one direction. */
interface Token {
  pieces: Piece[]
  width: number
  /** Bidi level: even is left to right, odd is right to left. */
  level: number
}

/** A word, a space, or a character of a script without spaces, which stays on one line. */
interface Word {
  tokens: Token[]
  width: number
  isSpace: boolean
}

// Its types describe an ES module; what Node loads is the factory itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const WORD =
  /\s+|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\uff00-\uffef]|[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\uff00-\uffef]+/gu
const PICTOGRAPH = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u
/** The fallback fonts are thin; stroking the glyphs matches the weight of the main font. */
const THICKENED = { text: 0.035, strong: 0.07 }

/** Writes text in any script, with font fallback and bidirectional reordering. */
export function createTextWriter(pdf: Pdf, fonts: ScriptFonts) {
  for (const { name, data } of fonts.faces) pdf.registerFont(name, data)

  const isPlain = (text: string, { font }: Style) => !RIGHT_TO_LEFT.test(text) && fonts.hasAll(font, text)

  const use = ({ font, size, color }: Style) => pdf.font(font).fontSize(size).fillColor(color)

  function toPieces(text: string, { font, size }: Style): Piece[] {
    const pieces: Piece[] = []
    for (const character of text) {
      const name = fonts.fontOf(font, character)
      // A pictograph that no font has is left out; another character leaves a mark, so that nobody misses it.
      const drawn = name === undefined ? (PICTOGRAPH.test(character) ? '' : '?') : character
      const last = pieces.at(-1)
      if (last?.font === (name ?? font)) last.text += drawn
      else if (drawn !== '') pieces.push({ text: drawn, font: name ?? font, width: 0 })
    }
    for (const piece of pieces) piece.width = pdf.font(piece.font).fontSize(size).widthOfString(piece.text)
    return pieces
  }

  function toToken(text: string, level: number, style: Style): Token {
    const pieces = toPieces(isRightToLeft(level) ? asDrawnRightToLeft(text) : text, style)
    return { pieces, width: widthOf(pieces), level }
  }

  function toWord(text: string, levels: readonly number[], style: Style): Word {
    const tokens: Token[] = []
    for (let from = 0; from < text.length; ) {
      const level = levels[from] ?? 0
      let to = from
      while (to < text.length && levels[to] === level) to++
      tokens.push(toToken(text.slice(from, to), level, style))
      from = to
    }
    return { tokens, width: widthOf(tokens), isSpace: text.trim() === '' }
  }

  function toWords(paragraph: string, style: Style): Word[] {
    const levels = RIGHT_TO_LEFT.test(paragraph)
      ? [...bidi.getEmbeddingLevels(paragraph).levels]
      : new Array<number>(paragraph.length).fill(0)
    const wordAt = (text: string, index: number) => toWord(text, levels.slice(index, index + text.length), style)
    return [...paragraph.matchAll(WORD)].flatMap(({ 0: text, index }) => {
      const word = wordAt(text, index)
      if (word.width <= style.width) return [word]
      let end = index
      return [...text].map((character) => {
        end += character.length
        return wordAt(character, end - character.length)
      })
    })
  }

  /** The lines of a paragraph, with their units in reading order. */
  function toLines(paragraph: string, style: Style): Token[][] {
    const lines: Word[][] = [[]]
    let width = 0
    for (const word of toWords(paragraph, style)) {
      if (width + word.width > style.width && width > 0) {
        lines.push([])
        width = 0
        if (word.isSpace) continue
      }
      lines.at(-1)?.push(word)
      width += word.width
    }
    return lines.map((line) =>
      inVisualOrder((line.at(-1)?.isSpace ? line.slice(0, -1) : line).flatMap(({ tokens }) => tokens)),
    )
  }

  const linesOf = (text: string, style: Style): Token[][] =>
    text.split('\n').flatMap((paragraph) => toLines(paragraph, style))

  const lineHeight = (style: Style): number => use(style).currentLineHeight(true)

  function writeLine(line: readonly Token[], style: Style, x: number, y: number): void {
    let at = x
    for (const { pieces } of line)
      for (const { text, font, width } of pieces) {
        const isBase = font === 'text' || font === 'strong'
        pdf.font(font).fontSize(style.size).fillColor(style.color)
        if (!isBase) pdf.lineWidth(THICKENED[style.font] * style.size).strokeColor(style.color)
        // All stand on the baseline of the font of the document, whatever their own ascents.
        pdf.text(text, at, y + fonts.ascent * style.size, {
          ...{ lineBreak: false, baseline: 'alphabetic', fill: true, stroke: !isBase },
        })
        at += width
      }
  }

  return {
    heightOf: (text: string, style: Style): number => {
      const drawn = withoutMarks(text)
      return isPlain(drawn, style)
        ? use(style).heightOfString(drawn, { width: style.width })
        : linesOf(drawn, style).length * lineHeight(style)
    },

    /** Writes a text from the present position, or from another one, and moves below it. */
    write: (
      text: string,
      { align = 'left', x = pdf.x, y = pdf.y, ...style }: Style & { align?: 'left' | 'right'; x?: number; y?: number },
    ): void => {
      const drawn = withoutMarks(text)
      if (isPlain(drawn, style)) {
        use(style).text(drawn, x, y, { width: style.width, align })
        return
      }
      const height = lineHeight(style)
      let top = y
      for (const line of linesOf(drawn, style)) {
        if (top + height > pdf.page.height - pdf.page.margins.bottom) {
          pdf.addPage()
          top = pdf.y
        }
        writeLine(line, style, align === 'right' ? x + style.width - widthOf(line) : x, top)
        top += height
      }
      pdf.x = x
      pdf.y = top
      use(style)
    },
  }
}

export type TextWriter = ReturnType<typeof createTextWriter>

const widthOf = (parts: readonly { width: number }[]): number => parts.reduce((sum, { width }) => sum + width, 0)

const isRightToLeft = (level: number): boolean => level % 2 === 1

/** With brackets mirrored. The letters of a word are put in order with the font, signs without letters are not. */
function asDrawnRightToLeft(text: string): string {
  const mirrored = Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character)
  return (RIGHT_TO_LEFT.test(text) ? mirrored : mirrored.reverse()).join('')
}

/** Reverses runs from the highest level down to the lowest odd one. https://www.unicode.org/reports/tr9/#L2 */
function inVisualOrder(tokens: readonly Token[]): Token[] {
  const ordered = [...tokens]
  for (let level = Math.max(0, ...tokens.map((token) => token.level)); level >= 1; level--) {
    let from = 0
    while (from < ordered.length) {
      const rest = ordered.slice(from).findIndex((token) => token.level < level)
      const count = rest < 0 ? ordered.length - from : rest
      ordered.splice(from, count, ...ordered.slice(from, from + count).reverse())
      from += count + 1
    }
  }
  return ordered
}
