/** Common languages of contacts; stored codes may be others. */
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

/** Compares languages without their country. */
export const isSameLanguage = (one: string, other: string): boolean => one.split('-')[0] === other.split('-')[0]
