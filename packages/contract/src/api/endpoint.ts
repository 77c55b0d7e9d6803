import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { EndpointMeta } from '../rules/endpoint.ts'
import { ERROR_MESSAGES, ERRORS, type ErrorCode } from '../rules/errors.ts'
import type { RequiredPermission } from '../rules/permissions.ts'

/** Base of every endpoint. Does not compile without a `permission`. */
export const endpoint = (meta: {
  permission: RequiredPermission
  isRead?: true
  isOfSession?: true
  isBeforeTwoStep?: true
}) => oc.$meta<EndpointMeta>(meta)

/** Converts codes to oRPC's error map, so that clients get typed errors. */
export function failsWith<Code extends ErrorCode>(...codes: Code[]) {
  return Object.fromEntries(
    codes.map((code) => [code, { status: ERRORS[code], message: ERROR_MESSAGES[code], data: z.unknown().optional() }]),
  ) as { [K in Code]: { status: (typeof ERRORS)[K]; message: string; data: z.ZodOptional<z.ZodUnknown> } }
}

export const Paging = z.object({
  pageNumber: z.int(),
  pageSize: z.int(),
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
  isFirstPage: z.boolean(),
  isLastPage: z.boolean(),
  totalItems: z.int().nullable().describe('From stored counters; null when only a full count could tell.'),
  totalPages: z.int().nullable(),
  nextCursor: z
    .string()
    .nullable()
    .describe('Pass it as `cursor` for the next page; stable while the list changes, unlike page numbers.'),
})
export type Paging = z.infer<typeof Paging>

/** Response wrapper of all services except `main`. */
export const wrapped = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), message: z.string(), data })

/** Response wrapper of paginated lists. */
export const wrappedPage = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), message: z.string(), data, paging: Paging })
