import { contract } from '@frontdesk/contract/api'
import { type AnyContractRouter, isContractProcedure, minifyContractRouter } from '@orpc/contract'
import type { Plugin } from 'vite'

const NAME = 'virtual:contract'

/**
 * The contract without schemas, permissions and documentation: the browser needs only methods and paths to call the
 * API. Leaving the schemas (and zod with them) out saves a third of the first load.
 */
export function minifiedContract(): Plugin {
  return {
    name: 'frontdesk:minified-contract',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) =>
      id === `\0${NAME}`
        ? `const endpoint = (path, method = 'POST', options) =>
  ({ '~orpc': { errorMap: {}, meta: {}, route: { method, path, ...options } } })
export const contract = ${toSource(minifyContractRouter(contract))}`
        : undefined,
  }
}

/** Each endpoint as a short call: there are hundreds. */
function toSource(router: AnyContractRouter): string {
  if (!isContractProcedure(router))
    return `{${Object.entries(router).map(([name, inner]) => `${JSON.stringify(name)}:${toSource(inner)}`)}}`
  const { path, method, summary, description, tags, ...options } = router['~orpc'].route
  const others = Object.keys(options).length > 0 ? [method, options] : method === 'POST' ? [] : [method]
  return `endpoint(${[path, ...others].map((value) => JSON.stringify(value))})`
}
