import { BULK_SELECTED_MAX } from '@frontdesk/contract/rules'
import { useState } from 'react'

export interface Selection {
  /** The individually selected rows. Empty and not `isAll`: nothing is selected. */
  keys: ReadonlySet<string>
  /** Everything that matches the list's filter, loaded or not. */
  isAll: boolean
  /** The row selected last, where a range starts. */
  anchor: string | null
}

export const NOTHING: Selection = { keys: new Set(), isAll: false, anchor: null }
export const EVERYTHING: Selection = { keys: new Set(), isAll: true, anchor: null }

export const isSelecting = ({ keys, isAll }: Selection): boolean => isAll || keys.size > 0

export const isSelected = ({ keys, isAll }: Selection, key: string): boolean => isAll || keys.has(key)

export function toggle(selection: Selection, key: string): Selection {
  const keys = new Set(selection.isAll ? [] : selection.keys)
  if (!keys.delete(key) && keys.size < BULK_SELECTED_MAX) keys.add(key)
  return { keys, isAll: false, anchor: key }
}

/** Adds the rows from the last selected one to this one, inclusive, in the order of the list. */
export function extend(selection: Selection, key: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor)
  const to = order.indexOf(key)
  if (from === -1 || to === -1) return toggle(selection, key)
  const keys = new Set(selection.isAll ? [] : selection.keys)
  for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (keys.size < BULK_SELECTED_MAX) keys.add(each)
  }
  return { keys, isAll: false, anchor: selection.anchor }
}

/** The selection in a list; another list, such as one with another filter, starts with nothing. */
export function useSelection(listKey: string) {
  const [state, setState] = useState({ listKey, selection: NOTHING })
  const selection = state.listKey === listKey ? state.selection : NOTHING
  return {
    selection,
    select: (next: Selection) => setState({ listKey, selection: next }),
  }
}
