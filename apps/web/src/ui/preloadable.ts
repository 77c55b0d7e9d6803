import { type ComponentType, lazy } from 'react'
import { retryImport } from './lazy-with-retry.ts'

/**
 * A component in a file of its own that is drawn at once where it was loaded ahead. Behind plain `lazy` a Suspense
 * boundary shows its fallback even then, and React keeps a fallback for 300 ms.
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  type Module = { default: ComponentType<Props> }
  let loaded: Module | undefined
  const preload = async (): Promise<Module> => {
    loaded ??= { default: await retryImport(load) }
    return loaded
  }
  const there = (module: Module) => {
    // biome-ignore lint/suspicious/noThenProperty: what `lazy` is given may answer while it is being asked.
    return { then: (resolve: (module: Module) => void) => resolve(module) } as Promise<Module>
  }
  return { Component: lazy(() => (loaded ? there(loaded) : preload())), preload }
}
