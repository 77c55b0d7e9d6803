import { APP_VERSION, compareVersions } from '@frontdesk/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { noticesQuery, versionQuery } from '../../entities/notice/queries.ts'
import { useStore } from '../../lib/create-store.ts'
import { storedValue } from '../../lib/stored-value.ts'
import { Banner } from '../../ui/layout/Banner.tsx'
import { closeModal, openModal, useOpenedModal } from '../../ui/modal/modals.ts'

const text = (stored: unknown) => (typeof stored === 'string' ? stored : '')
/** Notices that were read on this device are not shown again. */
const readMaintenance = storedValue('frontdesk.read-maintenance', text)
const readPromo = storedValue('frontdesk.read-promo', text)
const readVersion = storedValue('frontdesk.read-version', text)

/** Notices of Frontdesk's operators: a newer version, planned maintenance, the promo banner. */
export function Notices() {
  const version = useQuery(versionQuery).data
  const notices = useQuery(noticesQuery).data
  const dismissed = useStore(readPromo)

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

  // Closes the dialog of a notice that was cancelled or hidden while it was open.
  const opened = useOpenedModal()
  const announced = opened?.name === 'scheduled-maintenance' ? opened : null
  const isOver = announced !== null && notices !== undefined && announced.props.id !== maintenance?.id
  useEffect(() => {
    if (isOver && announced) closeModal(announced.key)
  }, [isOver, announced])

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
