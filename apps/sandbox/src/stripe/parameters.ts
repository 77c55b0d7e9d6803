import { z } from 'zod'
import { invalidRequest, type StripeError } from './stripe-error.ts'

export const Text = z.string().max(5000)
export const Whole = z
  .string()
  .regex(/^-?\d{1,15}$/, 'must be an integer')
  .transform(Number)
export const Amount = Whole.refine((amount) => amount >= 1, 'must be greater than or equal to 1').refine(
  (amount) => amount <= 99_999_999,
  'must be no more than 99999999',
)
export const Flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const Currency = z
  .string()
  .regex(/^[a-z]{3}$/i, 'must be a three-letter currency code')
  .transform((currency) => currency.toLowerCase())
export const Metadata = z.record(z.string().max(40), z.string().max(500))
/** Parameters that Stripe knows and the sandbox has no use for. */
export const Ignored = z.unknown().optional()

const Range = z.union([
  Whole.transform((second) => ({ gte: second, lte: second })),
  z.strictObject({ gt: Whole, gte: Whole, lt: Whole, lte: Whole }).partial(),
])

/** Parameters of every list. */
export const Page = {
  limit: Whole.refine((limit) => limit >= 1 && limit <= 100, 'must be between 1 and 100').default(10),
  starting_after: Text.optional(),
  ending_before: Text.optional(),
}
export const Created = { created: Range.optional() }

/** Adds to metadata; an empty value removes its key. */
export const mergeMetadata = (
  previous: Record<string, string> | null,
  added: Record<string, string> | undefined,
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...previous, ...added }).filter(([, value]) => value !== ''))

const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')

export function parseParameters<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw toStripeError(parsed.error.issues[0], input)
}

function toStripeError(issue: z.core.$ZodIssue | undefined, input: unknown): StripeError {
  if (!issue) return invalidRequest('Invalid request.')
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? ''])
    return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = nameOf(issue.path)
  const value = issue.path.reduce<unknown>(
    (node, key) => (node as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  )
  if (value === undefined)
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  return invalidRequest(`Invalid ${param}: ${issue.message}`, { code: 'parameter_invalid', param })
}
