import type { BookingResource, OpenSpan, ResourceAvailability } from '@frontdesk/contract/api'
import { weekdaysInOrder } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { useWeekdayNames } from '../../entities/business-hours/use-weekday-names.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { clock } from '../../lib/time.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import classes from './Availability.module.css'
import { dayRanges, rangeText } from './day-ranges.ts'

interface Props {
  resource: BookingResource
  stored: ResourceAvailability
}

/** Times of day are the same in every zone. */
const timeText = (time: string) => clock(`2026-01-01T${time === '24:00' ? '00:00' : time}:00Z`, 'UTC')

/** Read-only hours. */
export function HoursView({ resource, stored: { hours, exceptions } }: Props) {
  const { t } = useLingui()
  const names = useWeekdayNames()
  const locations = useLocations()
  const spansText = (spans: readonly OpenSpan[]) =>
    spans.length === 0
      ? t`Not available`
      : spans.map(({ opens, closes }) => `${timeText(opens)} – ${timeText(closes)}`).join(', ')
  const ranges = dayRanges(exceptions.filter(({ spans }) => spans.length === 0))
  const different = exceptions.filter(({ spans }) => spans.length > 0)
  const { name } = resource
  return (
    <>
      <p className={classes.note}>
        <Trans>To change the hours of {name}, you need the “Manage settings” permission.</Trans>
      </p>
      <PageSection title={t`Weekly hours`} text={t`In the time zone of each location.`}>
        {hours.map(({ locationID, week }) => (
          <section key={locationID} className={classes.location}>
            <h3 className={classes.locationName}>{locations.find(({ id }) => id === locationID)?.name}</h3>
            {week === null ? (
              <p className={classes.soft}>
                <Trans>Follows business hours.</Trans>
              </p>
            ) : (
              <dl className={classes.week}>
                {weekdaysInOrder().map((day) => (
                  <div key={day}>
                    <dt>{names[day]}</dt>
                    <dd>{spansText(week[day])}</dd>
                  </div>
                ))}
              </dl>
            )}
          </section>
        ))}
      </PageSection>
      {ranges.length + different.length > 0 && (
        <PageSection title={t`Time off and days with other hours`}>
          <ul className={rowClasses.list}>
            {ranges.map((range) => (
              <li key={range.from} className={classes.row}>
                <span className={classes.what}>
                  {rangeText(range)}
                  <span className={classes.soft}>{range.name || t`Time off`}</span>
                </span>
              </li>
            ))}
            {different.map(({ date, spans }) => (
              <li key={date} className={classes.row}>
                <span className={classes.what}>
                  {rangeText({ from: date, until: date })}
                  <span className={classes.soft}>{spansText(spans)}</span>
                </span>
              </li>
            ))}
          </ul>
        </PageSection>
      )}
    </>
  )
}
