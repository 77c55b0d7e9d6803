import { type ComponentType, lazy } from 'react'
import { retryImport } from './lazy-with-retry.ts'

/**
 * A lazy component that renders synchronously once it is preloaded. With plain `lazy` the Suspense boundary shows its
 * fallback even then, and React keeps a fallback for 300 ms.
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  type Module = { default: ComponentType<Props> }
  let loaded: Module | undefined
  const preload = async (): Promise<Module> => {
    loaded ??= { default: await retryImport(load) }
    return loaded
  }
  const resolved = (module: Module) => {
    // biome-ignore lint/suspicious/noThenProperty: `lazy` accepts a thenable that resolves synchronously.
    return { then: (resolve: (module: Module) => void) => resolve(module) } as Promise<Module>
  }
  return { Component: lazy(() => (loaded ? resolved(loaded) : preload())), preload }
}
