export interface Translated {
  /** BCP 47, of the text as it was given; the primary language alone. */
  language: string
  text: string
}

/** Port for translation, implemented in `providers/ai`. */
export interface Translator {
  isConfigured: () => boolean
  /** The text in the language `to`; as it is where it is in that language. Throws `TranslatorError`. */
  translate: (text: string, to: string) => Promise<Translated>
}

/** There is no translation: no answer, a refusal, or an answer that makes no sense. It holds nothing of the text. */
export class TranslatorError extends Error {
  /** Asking again helps. */
  readonly canRetry: boolean

  constructor(message: string, { canRetry, cause }: { canRetry: boolean; cause?: Error }) {
    super(message, { cause })
    this.canRetry = canRetry
  }
}
