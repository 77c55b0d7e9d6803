import { z } from 'zod'
import { toE164 } from '../carrier/numbering.ts'
import { ApiError } from './api-error.ts'

export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input ?? {})
  if (!result.success) throw new ApiError(422, 'InvalidInput', z.prettifyError(result.error))
  return result.data
}

/** Phone number in any common format, parsed to E.164. */
export const PhoneNumber = z
  .string()
  .max(40)
  .transform((typed, context) => {
    const e164 = toE164(typed)
    if (e164) return e164
    context.addIssue({ code: 'custom', message: `${typed} is not a phone number` })
    return z.NEVER
  })
