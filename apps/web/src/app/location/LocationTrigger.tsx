import { useLingui } from '@lingui/react/macro'
import { IconBuildingStore, IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import classes from './LocationSwitcher.module.css'

export function LocationTrigger({ className = '', ...rest }: ComponentProps<'button'>) {
  const { t } = useLingui()
  const chosen = useStore(chosenLocation)
  const present = useLocations().find(({ id }) => id === chosen)
  return (
    <button type="button" className={`${classes.target} ${className}`} aria-haspopup="menu" {...rest}>
      <IconBuildingStore size={16} stroke={1.75} aria-hidden="true" />
      <span className={classes.name}>{present?.name ?? t`All locations`}</span>
      <IconChevronDown size={14} aria-hidden="true" />
    </button>
  )
}
