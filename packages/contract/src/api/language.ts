import { z } from 'zod'

/** BCP 47 code of a language, optionally with a country. */
export const LanguageCode = z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'A language such as en or pt-BR')
