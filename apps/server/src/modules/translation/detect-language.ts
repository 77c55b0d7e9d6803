export interface Detected {
  /** Two letters, or empty where nothing fits. */
  language: string
  /** Short texts fit many languages. */
  isSure: boolean
}

const LINKS = /https?:\S+/g
/** As few tell little: "ok thanks" is said in many languages. */
const SENTENCE_WORDS = 4

/** In which language a text is, told by its letters alone, here in the process; null where it has none. */
export async function detectLanguage(text: string): Promise<Detected | null> {
  const words = text.replace(LINKS, ' ')
  if (!/\p{L}/u.test(words)) return null
  // Its tables are loaded where somebody translates, and nowhere else.
  const { eld } = await import('eld/extrasmall')
  const found = eld.detect(words)
  return { language: found.language, isSure: found.isReliable() }
}

/** Whether the text is long enough to tell what its writer speaks. */
export const isSentence = (text: string): boolean =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike)
    .length >= SENTENCE_WORDS
