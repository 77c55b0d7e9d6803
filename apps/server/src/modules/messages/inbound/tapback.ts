/** A reaction that arrived as a text, because SMS has no reactions. */
export interface Tapback {
  emoji: string
  isRemoved: boolean
  /** The beginning of the quoted text; null for an attachment. */
  quoted: string | null
}

/** Wording that phones use for reactions. https://support.apple.com/en-us/104974 */
const VERBS: Record<string, string> = {
  liked: '👍',
  loved: '❤️',
  disliked: '👎',
  'laughed at': '😂',
  emphasized: '‼️',
  emphasised: '‼️',
  questioned: '❓',
}
const NOUNS: Record<string, string> = {
  like: '👍',
  heart: '❤️',
  dislike: '👎',
  laugh: '😂',
  exclamation: '‼️',
  'question mark': '❓',
}

const WHAT = String.raw`(?:[“"](?<quoted>[\s\S]+)[”"]|(?:an?|your) (?:image|photo|picture|movie|video|attachment|audio message|sticker))`
const EMOJI = String.raw`(?<emoji>[\p{Extended_Pictographic}\p{Emoji_Component}]{1,12})`
const ADDED = new RegExp(`^(?<verb>${Object.keys(VERBS).join('|')}) ${WHAT}$`, 'iu')
const REACTED = new RegExp(`^(?:Reacted )?${EMOJI} to ${WHAT}$`, 'iu')
const REMOVED = new RegExp(
  `^Removed an? (?:(?<noun>${Object.keys(NOUNS).join('|')})|${EMOJI}(?: reaction)?) from ${WHAT}$`,
  'iu',
)
/** Invisible characters that Android adds around emoji and quotes. */
const INVISIBLE = /[\u200a\u200b\u200e\u200f\u2060\ufeff]/gu

const PICTOGRAPH = /\p{Extended_Pictographic}/u

export function parseTapback(body: string): Tapback | null {
  const text = body.replace(INVISIBLE, '').trim()
  const groups = (ADDED.exec(text) ?? REMOVED.exec(text) ?? REACTED.exec(text))?.groups
  if (!groups) return null
  const { verb, noun, quoted } = groups
  const emoji = verb ? VERBS[verb.toLowerCase()] : noun ? NOUNS[noun.toLowerCase()] : groups.emoji
  if (!emoji || !PICTOGRAPH.test(emoji)) return null
  return { emoji, isRemoved: /^removed /i.test(text), quoted: quoted ?? null }
}

const plain = (text: string) => text.replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim()

/** Whether the tapback quotes this message. Phones truncate long quotes. */
export function matchesTapback({ quoted }: Tapback, message: { body: string; hasMedia: boolean }): boolean {
  if (quoted === null) return message.hasMedia
  const [body, quote] = [plain(message.body), plain(quoted)]
  const shortened = /(?:…|\.\.\.)$/u.exec(quote)
  return shortened ? body.startsWith(quote.slice(0, -shortened[0].length).trimEnd()) : body === quote
}
