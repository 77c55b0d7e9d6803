export interface Token {
  /** `kept` is copied verbatim: a link, an address, an emoji. */
  kind: 'word' | 'number' | 'space' | 'mark' | 'kept'
  text: string
}

const PIECES = new RegExp(
  [
    '(?<kept>(?:https?://|www\\.)[^\\s]*[^\\s.,!?)]|[^\\s@]{1,64}@[^\\s@]{1,255}\\.\\p{L}+|[@#][\\p{L}\\p{N}_]+|\\p{L}+\\.(?:com|net|org|io)\\b[^\\s.,!?)]*)',
    '(?<number>\\d+(?:[:.,/-]\\d+)*(?:\\s?[ap]m\\b|\\s?[ap]\\.\\s?m\\.|h\\d*\\b)?)',
    "(?<word>(?:Mrs?|Dra?|Sra?)\\.|\\p{L}[\\p{L}\\p{M}\\p{N}]*(?:['’-][\\p{L}\\p{N}]+)*)",
    '(?<space>\\s+)',
    '(?<mark>[.!?…]+|[^\\p{Extended_Pictographic}])',
    '(?<other>.)',
  ].join('|'),
  'giu',
)

export function splitText(text: string, language: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: piece, groups } of text.matchAll(PIECES)) {
    const kind = (['kept', 'number', 'word', 'space', 'mark'] as const).find((name) => groups?.[name] !== undefined)
    if (kind !== 'word') tokens.push({ kind: kind ?? 'kept', text: piece })
    else {
      const word = piece.replaceAll('’', "'")
      const words = language === 'en' ? expandContraction(word) : [word]
      for (const [index, text] of words.entries()) {
        if (index > 0) tokens.push({ kind: 'space', text: ' ' })
        tokens.push({ kind: 'word', text })
      }
    }
  }
  return tokens
}

const CONTRACTIONS: [RegExp, string[]][] = [
  [/^(ca)n't$/i, ['cannot']],
  [/^(wo)n't$/i, ['will', 'not']],
  [/^(.+)n't$/i, ['$1', 'not']],
  [/^(I)'m$/i, ['$1', 'am']],
  [/^(.+)'re$/i, ['$1', 'are']],
  [/^(.+)'ll$/i, ['$1', 'will']],
  [/^(.+)'ve$/i, ['$1', 'have']],
  [/^(.+)'d$/i, ['$1', 'would']],
  [/^(let)'s$/i, ['$1', 'us']],
  [/^(it|that|what|there|here|he|she|where|who|how)'s$/i, ['$1', 'is']],
]

function expandContraction(word: string): string[] {
  for (const [pattern, parts] of CONTRACTIONS) {
    const match = pattern.exec(word)
    if (!match) continue
    return parts.map((part, index) => {
      const expanded = part.replace('$1', match[1] ?? '')
      return index === 0 && isCapital(word) ? capitalize(expanded) : expanded
    })
  }
  return [word]
}

export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
export const isCapital = (text: string) => /^\p{Lu}/u.test(text)
export const isAllCaps = (text: string) => text.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase()
export const capitalize = (text: string) => text.replace(/\p{L}/u, (letter) => letter.toUpperCase())
