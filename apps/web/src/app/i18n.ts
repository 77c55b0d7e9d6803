import { i18n } from '@lingui/core'

/** The build inlines the English texts (`vite/texts-in-place.ts`), so there is no catalog to load. */
export function activateEnglish() {
  // What needs compiling was compiled by the build; what comes here is a plain text.
  if (import.meta.env.PROD) i18n.setMessagesCompiler((text) => [text])
  i18n.loadAndActivate({ locale: 'en', messages: {} })
}
