import type { Reader } from '../platform/events/dispatcher.ts'
import type { Api } from '../platform/http/api.ts'
import type { ApiRoutes, Module, OpenModule, Services } from '../platform/module.ts'

type NounsOf<Listed> = Listed extends Module<infer Nouns> ? Nouns : never

/** Passes every module its services, and joins their parts. */
export function openModules<const List extends readonly Module[]>(list: List, services: Services) {
  const modules = list.map((module) => module.open(services))
  const shared: Reader = {
    name: 'jobs',
    gatherMs: 25,
    subscriptions: modules.flatMap(({ subscriptions }) => subscriptions),
    batches: modules.flatMap(({ batches }) => batches),
  }
  return {
    jobs: modules.flatMap(({ jobs }) => jobs),
    cleanups: modules.flatMap(({ cleanups }) => cleanups),
    readers: [shared, ...modules.flatMap(({ readers }) => readers)],
    roomsOf: (actor: Parameters<OpenModule['rooms']>[0]) => modules.flatMap(({ rooms }) => rooms(actor)),
    catchUp: theOnly('catchUp', modules),
    screens: theOnly('screens', modules),
    mount: (app: Parameters<OpenModule['mount']>[0]) => {
      for (const { mount } of modules) mount(app)
    },
    // Joined key by key, which the type checker cannot follow; the keys are known.
    routes: (api: Api) =>
      Object.assign({}, ...modules.map(({ routes }) => routes(api))) as ApiRoutes<NounsOf<List[number]>>,
  }
}

function theOnly<Key extends 'catchUp' | 'screens'>(key: Key, modules: OpenModule[]): NonNullable<OpenModule[Key]> {
  const [first, ...others] = modules.flatMap((module) => module[key] ?? [])
  if (!first || others.length > 0) throw new Error(`Exactly one module must have ${key}.`)
  return first
}
