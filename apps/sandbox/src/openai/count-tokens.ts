/** Up to four letters, up to three digits, or one mark, with the space before it. */
const TOKEN = /\s*(?:\p{L}{1,4}|\p{N}{1,3}|\S)/gu

/** What it costs to say who speaks. */
const PER_MESSAGE = 3

export const countTokens = (text: string): number => text.match(TOKEN)?.length ?? 0

export const countPrompt = (texts: string[]): number =>
  texts.reduce((sum, text) => sum + PER_MESSAGE + countTokens(text), PER_MESSAGE)

export const firstTokens = (text: string, count: number): string => (text.match(TOKEN) ?? []).slice(0, count).join('')
