/** Up to four letters, up to three digits, or one punctuation mark, with leading whitespace. */
const TOKEN = /\s*(?:\p{L}{1,4}|\p{N}{1,3}|\S)/gu

/** Overhead of the role of each message. */
const TOKENS_PER_MESSAGE = 3

export const countTokens = (text: string): number => text.match(TOKEN)?.length ?? 0

export const countPrompt = (texts: string[]): number =>
  texts.reduce((sum, text) => sum + TOKENS_PER_MESSAGE + countTokens(text), TOKENS_PER_MESSAGE)

export const firstTokens = (text: string, count: number): string => (text.match(TOKEN) ?? []).slice(0, count).join('')
