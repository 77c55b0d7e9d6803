import { z } from 'zod'
import { isBlank, onOneLine } from '../rules/blank.ts'
import { maskCardNumbers } from '../rules/card-numbers.ts'

/** Text that is kept as written, without the numbers of payment cards. */
export const freeText = () => z.string().overwrite(maskCardNumbers)

/**
 * Trimmed text for people to read, without the numbers of payment cards; text of invisible characters becomes empty.
 */
export const words = () =>
  z
    .string()
    .trim()
    .overwrite((text) => (isBlank(text) ? '' : maskCardNumbers(text)))

/** The name of a person, with single spaces, as imports read it. */
export const personName = () => words().overwrite(onOneLine)
