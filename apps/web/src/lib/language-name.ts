import { COMMON_LANGUAGES } from '@frontdesk/contract/rules'
import { i18n } from '@lingui/core'

/** A language as its reader calls it: Spanish for es. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([i18n.locale], { type: 'language' }).of(code) ?? code

/** What a field for a language offers: the common ones, and the one that is chosen. */
export const languageOptions = (chosen: string | null): { value: string; label: string }[] =>
  [...new Set([...COMMON_LANGUAGES, ...(chosen ? [chosen] : [])])].map((code) => ({
    value: code,
    label: languageName(code),
  }))
