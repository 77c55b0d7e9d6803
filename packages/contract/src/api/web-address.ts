import { z } from 'zod'
import { isWebAddress, withHttps } from '../rules/web-address.ts'

/** A web address as typed by a user; empty becomes null. */
export const WebAddress = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text === '' || isWebAddress(text), 'Not a web address')
  .transform((text) => (text === '' ? null : withHttps(text)))
