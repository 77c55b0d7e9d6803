import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconBuildingStore, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { chosenLocation } from '../lib/chosen-location.ts'
import { useLocalValue } from '../lib/local-value.ts'
import { useLocations } from '../lib/locations.ts'
import { useSession } from '../lib/session/session.ts'
import classes from './LocationSwitcher.module.css'

/** Narrows every list to one location; remembered on this device. */
export function LocationSwitcher() {
  const { t } = useLingui()
  const locations = useLocations()
  const chosen = useLocalValue(chosenLocation)
  const tenantName = useSession()?.tenantName ?? ''
  const present = locations.find(({ id }) => id === chosen)
  const [only] = locations

  if (locations.length <= 1) return <span className={classes.only}>{only?.name ?? tenantName}</span>
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          className={classes.target}
          leftSection={<IconBuildingStore size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={14} />}
        >
          {present?.name ?? t`All locations`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{tenantName}</Menu.Label>
        <Menu.Item
          rightSection={!present && <IconCheck size={14} aria-label={t`Chosen`} />}
          onClick={() => chosenLocation.set(null)}
        >
          <Trans>All locations</Trans>
        </Menu.Item>
        {locations.map(({ id, name, formattedAddress }) => (
          <Menu.Item
            key={id}
            rightSection={present?.id === id && <IconCheck size={14} aria-label={t`Chosen`} />}
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
