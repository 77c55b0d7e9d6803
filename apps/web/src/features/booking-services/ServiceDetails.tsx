import type { BookingService } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useBookingResources } from '../../entities/booking-resource/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { moneyText } from '../../lib/money-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { ServiceSummary } from './ServiceSummary.tsx'
import classes from './Services.module.css'
import { serviceValues } from './service-values.ts'

/** A service for those who may not change it. */
export function ServiceDetails({ service }: { service: BookingService }) {
  const { t } = useLingui()
  const { name, description, pictureURL, priceAmount, currency, locationIDs, resourceIDs, questions } = service
  const locations = useLocations().filter(({ id }) => locationIDs.includes(id))
  const providers = useBookingResources().filter(({ id, isArchived }) => !isArchived && resourceIDs.includes(id))
  return (
    <>
      <ReadOnlyNote />
      <div className={classes.editor}>
        <dl className={classes.details}>
          {pictureURL !== null && (
            <Detail title={t`Picture`}>
              <img className={classes.picture} src={pictureURL} alt={name} />
            </Detail>
          )}
          {description !== '' && <Detail title={t`Description`}>{description}</Detail>}
          <Detail title={t`Price`}>
            {priceAmount === null ? <Trans>No price shown</Trans> : moneyText(priceAmount, currency)}
          </Detail>
          <Detail title={t`Locations`}>
            {locationIDs.length === 0 ? <Trans>All locations</Trans> : locations.map(({ name }) => name).join(', ')}
          </Detail>
          <Detail title={t`Provided by`}>
            {providers.length === 0 ? <Trans>No one yet</Trans> : providers.map(({ name }) => name).join(', ')}
          </Detail>
          {questions.length > 0 && (
            <Detail title={t`Questions`}>
              <ul className={classes.rows}>
                {questions.map(({ text, isRequired }) => (
                  <li key={text}>{isRequired ? t`${text} (must be answered)` : text}</li>
                ))}
              </ul>
            </Detail>
          )}
        </dl>
        <ServiceSummary values={serviceValues(service)} />
      </div>
    </>
  )
}

const Detail = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

/** Why the service cannot be changed. */
function ReadOnlyNote() {
  const { permissions, locationIds } = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  if (isViewingAs) return null
  return (
    <p className={classes.note}>
      {permissions.includes('admin_manage_settings') && locationIds !== null ? (
        <Trans>You can’t change this service because it’s offered at locations you don’t have access to.</Trans>
      ) : (
        <Trans>To change this service, you need the “Manage settings” permission.</Trans>
      )}
    </p>
  )
}
