import { z } from 'zod'
import { isBlank } from '../rules/blank.ts'

/** Trimmed text for people to read; text of invisible characters becomes empty. */
export const words = () =>
  z
    .string()
    .trim()
    .overwrite((text) => (isBlank(text) ? '' : text))
