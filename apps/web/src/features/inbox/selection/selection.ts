import { BULK_SELECTED_MAX } from '@frontdesk/contract/rules'
import { useState } from 'react'

export interface Selection {
  /** Picked one by one; empty and not `isAll`: nothing is selected. */
  sids: ReadonlySet<string>
  /** Everything that matches the list's filter, on whichever page. */
  isAll: boolean
  /** The last one picked: where a range begins. */
  anchor: string | null
}

export const NOTHING: Selection = { sids: new Set(), isAll: false, anchor: null }

export const isSelecting = ({ sids, isAll }: Selection): boolean => isAll || sids.size > 0

export function toggle(selection: Selection, sid: string): Selection {
  const sids = new Set(selection.isAll ? [] : selection.sids)
  if (!sids.delete(sid) && sids.size < BULK_SELECTED_MAX) sids.add(sid)
  return { sids, isAll: false, anchor: sid }
}

/** From the last one picked to this one, both included, in the order of the list. */
export function extend(selection: Selection, sid: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor)
  const to = order.indexOf(sid)
  if (from === -1 || to === -1) return toggle(selection, sid)
  const sids = new Set(selection.isAll ? [] : selection.sids)
  for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (sids.size < BULK_SELECTED_MAX) sids.add(one)
  }
  return { sids, isAll: false, anchor: selection.anchor }
}

/** What is selected in a list; another list begins with nothing. */
export function useSelection(listKey: string) {
  const [state, setState] = useState({ listKey, selection: NOTHING })
  const selection = state.listKey === listKey ? state.selection : NOTHING
  return {
    selection,
    select: (next: Selection) => setState({ listKey, selection: next }),
  }
}
