import type { SandboxContext } from '../platform/context.ts'
import { invalidRequest } from './stripe-error.ts'

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Replaces ids by objects along the paths of `expand[]`, such as `data.latest_charge.balance_transaction`. */
export function expandPaths(context: SandboxContext, accountId: string, answer: object, paths: string[]): object {
  const root = structuredClone(answer) as Node
  for (const path of paths) {
    const fields = path.split('.')
    if (fields.length > 4)
      throw invalidRequest('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    expandFields(context, accountId, root, fields)
  }
  return root
}

function expandFields(context: SandboxContext, accountId: string, node: Node, [field, ...rest]: string[]): void {
  if (field === undefined) return
  if (field === 'line_items' && node.object === 'checkout.session')
    node.line_items = {
      object: 'list',
      url: `/v1/checkout/sessions/${node.id}/line_items`,
      has_more: false,
      data: context.stripe.memo(String(node.id)).lineItems ?? [],
    }
  if (field === 'refunds' && node.object === 'charge')
    node.refunds = {
      object: 'list',
      url: `/v1/charges/${node.id}/refunds`,
      has_more: false,
      data: context.stripe.list(accountId, 'refund', { equal: { charge: String(node.id) } }),
    }
  if (!(field in node)) throw invalidRequest(`This property cannot be expanded (${field}).`, { param: 'expand' })
  const value = node[field]
  if (typeof value === 'string') node[field] = context.stripe.findAny(accountId, value) ?? value
  const next = node[field]
  for (const child of Array.isArray(next) ? next : [next])
    if (isNode(child)) expandFields(context, accountId, child, rest)
}
