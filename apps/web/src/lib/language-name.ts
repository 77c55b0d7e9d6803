import { COMMON_LANGUAGES } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'

/** Name of a language in the reader's language: Spanish for es. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([i18n.locale], { type: 'language' }).of(code) ?? code

/** Options of a language field: the common ones and the chosen one. */
export const languageOptions = (chosen: string | null): { value: string; label: string }[] =>
  [...new Set([...COMMON_LANGUAGES, ...(chosen ? [chosen] : [])])].map((code) => ({
    value: code,
    label: languageName(code),
  }))
