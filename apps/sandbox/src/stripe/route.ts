import type { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import type { ListFilter } from '../store/stripe.ts'
import type { StripeKind, StripeObjects } from './objects.ts'
import { parseParameters } from './parameters.ts'
import { noSuch, type StripeError } from './stripe-error.ts'

export interface StripeCall<Input = unknown> {
  context: SandboxContext
  /** Account of the `Stripe-Account` header, or the platform. */
  accountId: string
  input: Input
  path: (name: string) => string
}

export interface StripeRoute {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  /** Returns the object, or the error of a request that had an effect, such as a declined charge. */
  handle: (call: StripeCall) => object | StripeError
}

/** An endpoint whose parameters are parsed before it runs. */
export const route = <Schema extends z.ZodType>(
  method: StripeRoute['method'],
  url: string,
  schema: Schema,
  handle: (call: StripeCall<z.output<Schema>>) => object | StripeError,
): StripeRoute => ({
  method,
  url,
  handle: (call) => handle({ ...call, input: parseParameters(schema, call.input) }),
})

/** The object of an account, or Stripe’s 404. */
export function access<Kind extends StripeKind>(
  { context, accountId }: Pick<StripeCall, 'context' | 'accountId'>,
  kind: Kind,
  id: string,
  param?: string,
): StripeObjects[Kind] {
  const object = context.stripe.find(accountId, kind, id)
  if (!object) throw noSuch(kind, id, param)
  return object
}

interface PageInput {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** One page of a list, newest first. */
export function listObjects<Kind extends StripeKind>(
  { context, accountId }: Pick<StripeCall, 'context' | 'accountId'>,
  kind: Kind,
  url: string,
  { limit, starting_after: startingAfter, ending_before: endingBefore }: PageInput,
  filter: Pick<ListFilter, 'equal' | 'ranges' | 'payoutId' | 'types'> = {},
) {
  for (const [param, id] of [
    ['starting_after', startingAfter],
    ['ending_before', endingBefore],
  ] as const)
    if (id !== undefined) access({ context, accountId }, kind, id, param)
  const objects = context.stripe.list(accountId, kind, { ...filter, startingAfter, endingBefore, limit: limit + 1 })
  const hasMore = objects.length > limit
  const data = endingBefore === undefined || !hasMore ? objects.slice(0, limit) : objects.slice(1)
  return { object: 'list' as const, url, has_more: hasMore, data }
}
