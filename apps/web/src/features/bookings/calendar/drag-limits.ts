/** A shorter drag counts as a click. */
export const THRESHOLD_PX = 5
/** Touch that moves before this scrolls. */
export const HOLD_MS = 350
