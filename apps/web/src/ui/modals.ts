import { useSyncExternalStore } from 'react'

type Nothing = Record<never, never>

/**
 * Every dialog that more than one place opens, by name, with what it is told. `app/ModalHost.tsx` says which component it
 * is; a name without one does not compile. A dialog of a single screen is rendered by that screen and needs no name.
 */
export interface Modals {
  'keyboard-shortcuts': Nothing
}
export type ModalName = keyof Modals

export type OpenedModal = { [Name in ModalName]: { key: number; name: Name; props: Modals[Name] } }[ModalName]

const listeners = new Set<() => void>()
let opened: OpenedModal | null = null
let count = 0

function write(next: OpenedModal | null) {
  opened = next
  for (const listener of listeners) listener()
}

/** Opens a dialog by its name, from anywhere; the one that is open closes first. */
export function openModal<Name extends ModalName>(
  name: Name,
  ...[props]: Modals[Name] extends Nothing ? [props?: Modals[Name]] : [props: Modals[Name]]
) {
  count += 1
  write({ key: count, name, props: props ?? {} } as OpenedModal)
}

/** Closes the dialog opened under this key; a later one stays. */
export const closeModal = (key: number) => {
  if (opened?.key === key) write(null)
}

export const useOpenedModal = () =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => opened,
  )
