import { i18n } from '@lingui/core'

/** A language as its reader calls it: Spanish for es. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([i18n.locale], { type: 'language' }).of(code) ?? code
