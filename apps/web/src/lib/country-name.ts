import type { I18n } from '@lingui/core'

/** The name of a country in the language of the app, by its two-letter code. */
export const countryName = (i18n: I18n, code: string): string =>
  new Intl.DisplayNames([i18n.locale], { type: 'region' }).of(code) ?? code
