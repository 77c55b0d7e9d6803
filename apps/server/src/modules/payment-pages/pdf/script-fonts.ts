import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { decompress } from 'wawoff2'

const fontPath = (name: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
/** Latin, Greek, Cyrillic, Arabic, Hebrew and many symbols. */
export const FONTS = { text: fontPath('DejaVuSans'), strong: fontPath('DejaVuSans-Bold') }

/** Chinese and Japanese, then Korean. Each is many small files, by ranges of characters. */
const PACKAGES = ['noto-sans-sc', 'noto-sans-kr']

export interface Face {
  name: string
  data: Buffer
  font: Font
}

interface FaceFile {
  path: string
  ranges: readonly (readonly [first: number, last: number])[]
}

const FACE = /url\(\.\/(files\/[\w-]+\.woff2)\)[^}]*?unicode-range:\s*([^;]+);/g

/** The character ranges of a package’s font files, from its style sheet. */
async function readFaceFiles(name: string): Promise<FaceFile[]> {
  const styles = import.meta.resolve(`@fontsource-variable/${name}/index.css`)
  return [...(await readFile(new URL(styles), 'utf8')).matchAll(FACE)].map(([, file = '', ranges = '']) => ({
    path: fileURLToPath(new URL(file, styles)),
    ranges: ranges.split(',').map((range) => {
      const [first = '', last = first] = range.trim().slice(2).split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    }),
  }))
}

/** A font as pdfkit can embed it: it takes no WOFF2. */
async function readFont(path: string, name: string): Promise<Face> {
  const contents = await readFile(path)
  const data = path.endsWith('.woff2') ? Buffer.from(await decompress(contents)) : contents
  const font = create(data)
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} is a collection of fonts.`)
  return { name, data, font }
}

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => {
    value ??= read()
    return value
  }
}

const readBase = once(() => Promise.all([readFont(FONTS.text, 'text'), readFont(FONTS.strong, 'strong')]))
const readPackages = once(() => Promise.all(PACKAGES.map(readFaceFiles)))
const faces = new Map<string, Promise<Face>>()

function readFace({ path }: FaceFile): Promise<Face> {
  const face = faces.get(path) ?? readFont(path, path)
  faces.set(path, face)
  return face
}

/** The fonts that a document needs beside its own two. */
export interface ScriptFonts {
  /** Whether a font of the document has all characters. */
  hasAll: (font: 'text' | 'strong', text: string) => boolean
  /** The font for a character; undefined: none has it. */
  fontOf: (font: 'text' | 'strong', character: string) => string | undefined
  faces: readonly Face[]
  /** Of the font of the document, in parts of its size. */
  ascent: number
}

const codePoint = (character: string): number => character.codePointAt(0) ?? 0
/**
 * Directional marks, variation selectors and other invisible characters. Joiners are kept: they shape Arabic letters.
 */
const MARKS = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Variation_Selector}/gu
export const withoutMarks = (text: string): string => text.replace(MARKS, '')

const isInvisible = (character: string): boolean => /^[\s\u200c\u200d]$/.test(character)

/** Loads what these texts need. */
export async function loadScriptFonts(texts: readonly string[]): Promise<ScriptFonts> {
  const [text, strong] = await readBase()
  const base = { text: text.font, strong: strong.font }
  const characters = new Set(texts.flatMap((each) => [...withoutMarks(each)]))
  const needed = [...characters].filter(
    (character) =>
      !isInvisible(character) &&
      !(base.text.hasGlyphForCodePoint(codePoint(character)) && base.strong.hasGlyphForCodePoint(codePoint(character))),
  )
  const faces = new Map<string, Face>()
  for (const character of needed) {
    const code = codePoint(character)
    for (const files of await readPackages()) {
      const file = files.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last))
      const face = file && (await readFace(file))
      if (!face?.font.hasGlyphForCodePoint(code)) continue
      faces.set(character, face)
      break
    }
  }
  const hasGlyph = (font: 'text' | 'strong', character: string) =>
    isInvisible(character) || base[font].hasGlyphForCodePoint(codePoint(character))
  return {
    hasAll: (font, each) => [...each].every((character) => hasGlyph(font, character)),
    fontOf: (font, character) =>
      hasGlyph(font, character)
        ? font
        : (faces.get(character)?.name ?? (hasGlyph('text', character) ? 'text' : undefined)),
    faces: [...new Set(faces.values())],
    ascent: base.text.ascent / base.text.unitsPerEm,
  }
}
