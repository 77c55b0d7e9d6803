import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { whenOnline } from './when-online.ts'

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
export function onDemand<MenuProps extends object>(load: () => Promise<ComponentType<MenuProps>>) {
  const Loaded = lazy(async () => ({ default: (await whenOnline(load)) as ComponentType<object> }))
  // Its failure is told when the menu is wanted.
  const preload = () => void whenOnline(load).catch(() => undefined)

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each menu, outside of any component.
  return function OnDemand({ trigger, ...props }: Props & MenuProps) {
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
