import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { retryImport } from './lazy-with-retry.ts'

interface Props {
  /** Stands there until somebody wants the menu; the loaded one draws the same and opens itself. */
  trigger: (handlers: TriggerHandlers) => ReactNode
}

export interface TriggerHandlers {
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

/** A menu whose code arrives with the first interest in it: menus are a tenth of the first load, and seldom the first thing used. */
export function lazyOnInteraction<MenuProps extends object>(load: () => Promise<ComponentType<MenuProps>>) {
  const Loaded = lazy(async () => ({ default: (await retryImport(load)) as ComponentType<object> }))
  // Its failure is told when the menu is wanted.
  const preload = () => void retryImport(load).catch(() => undefined)

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each menu, outside of any component.
  return function LazyOnInteraction({ trigger, ...props }: Props & MenuProps) {
    const [isWanted, setIsWanted] = useState(false)
    const idle = trigger({ onClick: () => setIsWanted(true), onPointerEnter: preload, onFocus: preload })
    if (!isWanted) return idle
    return (
      <Suspense fallback={idle}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
