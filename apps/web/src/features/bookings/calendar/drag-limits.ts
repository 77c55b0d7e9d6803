/** A shorter drag counts as a click. */
export const THRESHOLD_PX = 5
/** A finger that moves earlier scrolls. */
export const HOLD_MS = 350
