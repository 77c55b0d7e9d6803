import { z } from 'zod'

/** BCP 47: a language, and where it matters a country. */
export const LanguageCode = z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'A language such as en or pt-BR')
