import { APP_VERSION, compareVersions } from '@frontdesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { localValue, useLocalValue } from '../../lib/local-value.ts'
import { noticesQuery, versionQuery } from '../../lib/notices.ts'
import { Banner } from '../../ui/Banner.tsx'
import { openModal } from '../../ui/modals.ts'

const text = (stored: unknown) => (typeof stored === 'string' ? stored : '')
/** What was read on this device is not said again. */
const readMaintenance = localValue('frontdesk.read-maintenance', text)
const readPromo = localValue('frontdesk.read-promo', text)
const readVersion = localValue('frontdesk.read-version', text)

/** What those who run Frontdesk have to say: a newer version, planned maintenance, news. */
export function Notices() {
  const version = useQuery(versionQuery).data
  const notices = useQuery(noticesQuery).data
  const dismissed = useLocalValue(readPromo)

  const { liveVersion, isForced } = version ?? { liveVersion: null, isForced: false }
  const isOutdated = liveVersion !== null && compareVersions(liveVersion, APP_VERSION) > 0
  useEffect(() => {
    if (!liveVersion || !isOutdated || (!isForced && readVersion.get() === liveVersion)) return
    readVersion.set(liveVersion)
    openModal('app-update', { version: liveVersion, isForced })
  }, [liveVersion, isOutdated, isForced])

  const maintenance = notices?.maintenance
  useEffect(() => {
    if (!maintenance) return
    const key = `${maintenance.id} ${maintenance.startsAt} ${maintenance.endsAt}`
    if (readMaintenance.get() === key) return
    readMaintenance.set(key)
    openModal('scheduled-maintenance', maintenance)
  }, [maintenance])

  const promo = notices?.promoBanner
  if (!promo || promo.changedAt === dismissed) return null
  return (
    <Banner kind="info" onDismiss={() => readPromo.set(promo.changedAt)}>
      <span>{promo.text}</span>
      {promo.linkUrl && (
        <a href={promo.linkUrl} target="_blank" rel="noreferrer">
          {promo.linkLabel ?? promo.linkUrl}
        </a>
      )}
    </Banner>
  )
}
