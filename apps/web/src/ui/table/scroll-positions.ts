import type { VirtualItem } from '@tanstack/react-virtual'

interface ScrollPosition {
  offset: number
  /** Measured row heights; with estimated ones the offset would be at other rows. */
  measurements: VirtualItem[]
}

const KEPT = 20
const positions = new Map<string, ScrollPosition>()

/** The position of a table when it was last on screen, such as before a row was opened on a phone. */
export const scrollPositionOf = (key: string | undefined): ScrollPosition | undefined =>
  key === undefined ? undefined : positions.get(key)

export function rememberScrollPosition(key: string, position: ScrollPosition): void {
  positions.delete(key)
  positions.set(key, position)
  const [oldest] = positions.keys()
  if (oldest !== undefined && positions.size > KEPT) positions.delete(oldest)
}
