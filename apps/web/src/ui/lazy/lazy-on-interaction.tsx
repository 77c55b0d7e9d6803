import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { retryImport } from './lazy-with-retry.ts'

interface Props {
  /** Shown until the menu is requested; the loaded menu renders the same trigger and opens itself. */
  trigger: (handlers: TriggerHandlers) => ReactNode
}

export interface TriggerHandlers {
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

/**
 * A menu whose code loads on hover, focus or click: menus would be a tenth of the first load and are rarely used first.
 */
export function lazyOnInteraction<MenuProps extends object>(load: () => Promise<ComponentType<MenuProps>>) {
  const Loaded = lazy(async () => ({ default: (await retryImport(load)) as ComponentType<object> }))
  // A failure shows when the menu is opened.
  const preload = () => void retryImport(load).catch(() => undefined)

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each menu, outside of any component.
  return function LazyOnInteraction({ trigger, ...props }: Props & MenuProps) {
    const [isRequested, setIsRequested] = useState(false)
    const idle = trigger({ onClick: () => setIsRequested(true), onPointerEnter: preload, onFocus: preload })
    if (!isRequested) return idle
    return (
      <Suspense fallback={idle}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
