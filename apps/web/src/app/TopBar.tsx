import { ConnectionPill } from './ConnectionPill.tsx'
import { LocationSwitcher } from './LocationSwitcher.tsx'
import classes from './TopBar.module.css'

export function TopBar() {
  return (
    <header className={classes.root}>
      <LocationSwitcher />
      <ConnectionPill />
    </header>
  )
}
