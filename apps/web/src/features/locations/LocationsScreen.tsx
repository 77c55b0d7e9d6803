import type { Location, LocationOverview } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconMapPin, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { locationsQuery } from '../../entities/location/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { phoneText } from '../../lib/phone-text.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { zoneName } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { avatarColor } from '../../ui/avatar/avatar-colors.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { EditLocationModal } from './EditLocationModal.tsx'
import classes from './LocationsScreen.module.css'
import { locationOverviewQuery } from './queries.ts'
import { RemoveLocationModal } from './RemoveLocationModal.tsx'

export function LocationsScreen() {
  const { t } = useLingui()
  if (!can(useMe(), 'admin_manage_locations')) return <ForbiddenScreen permission="admin_manage_locations" />
  return (
    <PageLayout
      title={t`Locations`}
      text={t`Each location has its own numbers, hours, and team, and uses its own time zone.`}
      actions={
        <Button component={Link} to="/settings/location/add" leftSection={<IconPlus size={16} />}>
          <Trans>Add location</Trans>
        </Button>
      }
    >
      <Locations />
    </PageLayout>
  )
}

function Locations() {
  const { t } = useLingui()
  const locations = useQuery(locationsQuery)
  const overview = useQuery(locationOverviewQuery)
  const [open, setOpen] = useState<{ what: 'edit' | 'remove'; location: Location }>()
  return (
    <QueryState
      query={locations}
      rows={2}
      empty={
        <EmptyState
          icon={<IconMapPin size={28} stroke={1.5} />}
          title={t`No locations`}
          text={t`You don’t have access to any location. Ask someone who manages your team to add you to one.`}
        />
      }
    >
      {(data) => {
        const byName = data.toSorted((a, b) => a.name.localeCompare(b.name))
        return (
          <>
            <ul className={rowClasses.list}>
              {byName.map((location) => (
                <Row
                  key={location.id}
                  location={location}
                  overview={overview.data?.find(({ locationID }) => locationID === location.id)}
                  isOnly={byName.length === 1}
                  onEdit={() => setOpen({ what: 'edit', location })}
                  onRemove={() => setOpen({ what: 'remove', location })}
                />
              ))}
            </ul>
            {open?.what === 'edit' && <EditLocationModal location={open.location} onClose={() => setOpen(undefined)} />}
            {open?.what === 'remove' && (
              <RemoveLocationModal location={open.location} onClose={() => setOpen(undefined)} />
            )}
          </>
        )
      }}
    </QueryState>
  )
}

interface RowProps {
  location: Location
  overview: LocationOverview | undefined
  isOnly: boolean
  onEdit: () => void
  onRemove: () => void
}

function Row({ location, overview, isOnly, onEdit, onRemove }: RowProps) {
  const { t } = useLingui()
  const { id, name, formattedAddress, timeZone, website, colorHex } = location
  return (
    <li className={classes.location}>
      <span className={classes.color} style={{ background: colorHex ?? avatarColor(id) }} aria-hidden="true" />
      <div className={classes.what}>
        <div className={classes.name}>{name}</div>
        {formattedAddress && <div className={classes.soft}>{formattedAddress}</div>}
        <div className={classes.facts}>
          <span>{zoneName(timeZone)}</span>
          {overview?.phoneNumbers.map((number) => (
            <span key={number} className={classes.number}>
              {phoneText(number)}
            </span>
          ))}
          {overview?.phoneNumbers.length === 0 && (
            <span className={classes.warning}>
              <Trans>No number yet</Trans>
            </span>
          )}
          {website && (
            <a href={website} target="_blank" rel="noreferrer" className={classes.link}>
              {website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
            </a>
          )}
        </div>
        {overview && (
          <div className={classes.members}>
            {overview.members.map(({ userID, displayName, profileUrl }) => (
              <span key={userID} data-tip={displayName}>
                <Avatar name={displayName} colorKey={userID} image={profileUrl} size={22} />
              </span>
            ))}
            <span className={classes.soft}>
              <Plural value={overview.memberCount} one="# teammate" other="# teammates" />
            </span>
          </div>
        )}
      </div>
      <ActionIcon aria-label={t`Edit ${name}`} data-tip={t`Edit`} data-tip-at="above-left" onClick={onEdit}>
        <IconPencil size={17} stroke={1.75} />
      </ActionIcon>
      {!isOnly && (
        <ActionIcon aria-label={t`Remove ${name}`} data-tip={t`Remove`} data-tip-at="above-left" onClick={onRemove}>
          <IconTrash size={17} stroke={1.75} />
        </ActionIcon>
      )}
    </li>
  )
}
