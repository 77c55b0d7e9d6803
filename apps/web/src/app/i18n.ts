import { i18n } from '@lingui/core'

/** The build inlines the English texts (`vite/texts-in-place.ts`), so there is no catalog to load. */
export function activateEnglish() {
  // The build has compiled messages with variables; only plain texts get here.
  if (import.meta.env.PROD) i18n.setMessagesCompiler((text) => [text])
  i18n.loadAndActivate({ locale: 'en', messages: {} })
}
