import type { VirtualItem } from '@tanstack/react-virtual'

interface ScrollPosition {
  offset: number
  /** Heights of the rows, without which the offset would be of other rows. */
  measurements: VirtualItem[]
}

const KEPT = 20
const positions = new Map<string, ScrollPosition>()

/** Where a table was when it was last on screen, such as before a row was opened on a phone. */
export const scrollPositionOf = (key: string | undefined): ScrollPosition | undefined =>
  key === undefined ? undefined : positions.get(key)

export function rememberScrollPosition(key: string, position: ScrollPosition): void {
  positions.delete(key)
  positions.set(key, position)
  const [oldest] = positions.keys()
  if (oldest !== undefined && positions.size > KEPT) positions.delete(oldest)
}
