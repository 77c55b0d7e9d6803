import { contract } from '@frontdesk/contract/api'
import type { EndpointMeta, RequiredPermission } from '@frontdesk/contract/rules'
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import type { z } from 'zod'

export interface ContractEndpoint {
  /** Name such as `conversations.getList`. */
  name: string
  endpoint: AnyContractProcedure
  method: string
  path: string
  permission: RequiredPermission
  meta: EndpointMeta
  /** Undefined for an endpoint without input. */
  inputSchema: z.ZodType | undefined
}

/** Lists all endpoints of the contract, so that sweeps cover new ones without further work. */
export function listEndpoints(node: unknown = contract, trail: string[] = []): ContractEndpoint[] {
  if (!isContractProcedure(node)) {
    return Object.entries(node as object).flatMap(([name, child]) => listEndpoints(child, [...trail, name]))
  }
  const { route, meta, inputSchema } = node['~orpc']
  return [
    {
      name: trail.join('.'),
      endpoint: node,
      method: route.method ?? 'POST',
      path: route.path ?? '',
      permission: (meta as EndpointMeta).permission,
      meta: meta as EndpointMeta,
      inputSchema: inputSchema as z.ZodType | undefined,
    },
  ]
}
