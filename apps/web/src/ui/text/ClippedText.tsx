import classes from './ClippedText.module.css'

/**
 * One line of text, cut off where it does not fit. Hovering shows the whole text, and so does keyboard focus on it or
 * its row; on a phone it is not cut off.
 */
export const ClippedText = ({ children }: { children: string }) => (
  <span className={classes.root} title={children} dir="auto">
    {children}
  </span>
)
