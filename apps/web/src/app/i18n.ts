import { i18n } from '@lingui/core'

/** Loads the catalogue of `locale` and makes it the one in use. */
export async function activateLocale(locale: 'en') {
  const { messages } = await import(`../locales/${locale}/messages.po`)
  i18n.loadAndActivate({ locale, messages })
}
