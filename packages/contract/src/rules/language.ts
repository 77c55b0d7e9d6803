/** Those most businesses’ contacts write; a stored code may be any other. */
export const COMMON_LANGUAGES = [
  'en',
  'es',
  'fr',
  'de',
  'pt',
  'it',
  'zh',
  'vi',
  'tl',
  'ko',
  'ar',
  'ru',
  'pl',
  'ht',
  'hi',
  'ja',
] as const

/** A Mexican and a Spaniard read the same text. */
export const isSameLanguage = (one: string, other: string): boolean => one.split('-')[0] === other.split('-')[0]
