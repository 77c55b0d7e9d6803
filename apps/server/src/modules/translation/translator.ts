export interface Translated {
  /** BCP 47, of the text as it was given; the primary language alone. */
  language: string
  text: string
}

/** Port for translation, implemented in `providers/ai`. */
export interface Translator {
  isConfigured: () => boolean
  /** The text in the language `to`; unchanged if it is in that language already. Throws `TranslatorError`. */
  translate: (text: string, to: string) => Promise<Translated>
}

/** The model returned no translation: no response, a refusal, or an invalid response. Contains nothing of the text. */
export class TranslatorError extends Error {
  /** A retry may succeed. */
  readonly canRetry: boolean

  constructor(message: string, { canRetry, cause }: { canRetry: boolean; cause?: Error }) {
    super(message, { cause })
    this.canRetry = canRetry
  }
}
