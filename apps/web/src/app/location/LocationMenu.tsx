import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { useSession } from '../../lib/session/session.ts'
import classes from './LocationSwitcher.module.css'
import { LocationTrigger } from './LocationTrigger.tsx'

export function LocationMenu() {
  const { t } = useLingui()
  const locations = useLocations()
  const chosen = useStore(chosenLocation)
  const tenantName = useSession()?.tenantName
  const present = locations.find(({ id }) => id === chosen)
  return (
    <Menu position="bottom-start" width={280} defaultOpened>
      <Menu.Target>
        <LocationTrigger />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{tenantName}</Menu.Label>
        <Menu.Item
          rightSection={!present && <IconCheck size={14} aria-label={t`Selected`} />}
          onClick={() => chosenLocation.set(null)}
        >
          <Trans>All locations</Trans>
        </Menu.Item>
        {locations.map(({ id, name, formattedAddress }) => (
          <Menu.Item
            key={id}
            rightSection={present?.id === id && <IconCheck size={14} aria-label={t`Selected`} />}
            onClick={() => chosenLocation.set(id)}
          >
            <div>{name}</div>
            {formattedAddress && <div className={classes.address}>{formattedAddress}</div>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
