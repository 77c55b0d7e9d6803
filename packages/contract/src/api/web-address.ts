import { z } from 'zod'
import { isWebAddress, withHttps } from '../rules/web-address.ts'

/** A web address as somebody types it; an empty one is none. */
export const WebAddress = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || isWebAddress(text), 'Not a web address')
  .transform((text) => (text === '' ? null : withHttps(text)))
