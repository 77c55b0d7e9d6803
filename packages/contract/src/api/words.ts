import { z } from 'zod'
import { isBlank } from '../rules/blank.ts'

/** What somebody typed to be read, without the spaces around it; what nobody could see is nothing. */
export const words = () =>
  z
    .string()
    .trim()
    .overwrite((text) => (isBlank(text) ? '' : text))
