import classes from './Group.module.css'

/** The text of a group message, as it was written: variables are not replaced. */
export const SentText = ({ children }: { children: string }) => (
  <p className={classes.sentText} dir="auto">
    {children}
  </p>
)
