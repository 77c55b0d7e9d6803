import type { BusinessHours, Location, LocationHours, WeekHours } from '@frontdesk/contract/api'
import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Checkbox, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { WeekFields } from '../../entities/business-hours/WeekFields.tsx'
import { useMe } from '../../lib/session/use-me.ts'
import classes from './Availability.module.css'

const USUAL = [{ opens: '09:00', closes: '17:00' }]

/** Suggested hours for a location that has none yet. */
const USUAL_WEEK: WeekHours = {
  monday: USUAL,
  tuesday: USUAL,
  wednesday: USUAL,
  thursday: USUAL,
  friday: USUAL,
  saturday: [],
  sunday: [],
}

interface Props {
  location: Location
  isOnlyLocation: boolean
  isTeammate: boolean
  businessHours: BusinessHours | undefined
  /** The resource’s hours at all its locations. */
  hours: LocationHours[]
  onChange: (hours: LocationHours[]) => void
}

/** The weekly hours at one location: the business hours, or others. Teammates may also not work there. */
export function LocationHoursFields(props: Props) {
  const { location, isOnlyLocation, isTeammate, businessHours, hours, onChange } = props
  const { t } = useLingui()
  const { id: locationID, name } = location
  const here = hours.find((each) => each.locationID === locationID)
  const setWeek = (week: WeekHours | null) =>
    onChange([...hours.filter((each) => each.locationID !== locationID), { locationID, week }])
  return (
    <section className={classes.location} aria-label={name}>
      <div className={classes.locationHead}>
        {isTeammate && !isOnlyLocation ? (
          <Checkbox
            label={name}
            checked={here !== undefined}
            onChange={(event) =>
              event.currentTarget.checked
                ? setWeek(null)
                : onChange(hours.filter((each) => each.locationID !== locationID))
            }
          />
        ) : (
          <h3 className={classes.locationName}>{name}</h3>
        )}
        {here && (
          <Switch
            label={t`Follows business hours`}
            checked={here.week === null}
            onChange={(event) => setWeek(event.currentTarget.checked ? null : (businessHours?.week ?? USUAL_WEEK))}
          />
        )}
      </div>
      {!here && (
        <p className={classes.soft}>
          <Trans>Can’t be booked at this location.</Trans>
        </p>
      )}
      {here?.week === null && <FollowsNote isSet={businessHours?.isSet ?? false} />}
      {here?.week && <WeekFields week={here.week} onChange={setWeek} />}
    </section>
  )
}

function FollowsNote({ isSet }: { isSet: boolean }) {
  const mayEdit = can(useMe(), 'admin_manage_settings')
  return (
    <p className={classes.soft}>
      {isSet ? (
        <Trans>Can be booked whenever the location is open.</Trans>
      ) : (
        <Trans>The location has no business hours yet, so Monday to Friday from 9 AM to 5 PM count.</Trans>
      )}{' '}
      {mayEdit && (
        <Anchor component={Link} to="/settings/business-hours" size="sm" underline="always">
          <Trans>Business hours</Trans>
        </Anchor>
      )}
    </p>
  )
}
