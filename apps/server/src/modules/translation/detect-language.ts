export interface Detected {
  /** Two-letter code; empty when none fits. */
  language: string
  /** False for texts that fit several languages, such as short ones. */
  isSure: boolean
}

const LINKS = /https?:\S+/g
/** Fewer words say little about a person's language: "ok thanks" is used in many. */
const SENTENCE_WORDS = 4

/** Detects the language of a text locally; null for a text without letters. */
export async function detectLanguage(text: string): Promise<Detected | null> {
  const words = text.replace(LINKS, ' ')
  if (!/\p{L}/u.test(words)) return null
  // Loaded on demand, because its tables are large.
  const { eld } = await import('eld/extrasmall')
  const detection = eld.detect(words)
  return { language: detection.language, isSure: detection.isReliable() }
}

/** Whether the text is long enough to infer its author's language. */
export const isSentence = (text: string): boolean =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike)
    .length >= SENTENCE_WORDS
