import { z } from 'zod'
import { isBlank, onOneLine } from '../rules/blank.ts'

/** Trimmed text for people to read; text of invisible characters becomes empty. */
export const words = () =>
  z
    .string()
    .trim()
    .overwrite((text) => (isBlank(text) ? '' : text))

/** The name of a person, with single spaces, as imports read it. */
export const personName = () => words().overwrite(onOneLine)
