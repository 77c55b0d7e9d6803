import type { BookingBlock } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BOOKINGS_KEY } from '../../../entities/booking/queries.ts'
import { bookingResourcesQuery, useBookingResources } from '../../../entities/booking-resource/queries.ts'
import { api } from '../../../lib/api.ts'
import { clock, dayKey, longWeekday, monthDay } from '../../../lib/time.ts'
import { ErrorText } from '../../../ui/form/ErrorText.tsx'
import { ModalFrame } from '../../../ui/modal/ModalFrame.tsx'
import { showToast, UNDO_MS } from '../../../ui/toast/toasts.ts'
import { useFailureToast } from '../../../ui/toast/use-failure-toast.ts'
import classes from '../Bookings.module.css'

interface Props {
  block: BookingBlock
  zone: string
  onClose: () => void
}

/** A blocked time, with a button to remove it, which can be undone. */
export function BlockDetailsModal({ block, zone, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const { id, resourceID, locationID, startsOnUtc, endsOnUtc, reason } = block
  const resource = useBookingResources().find((each) => each.id === resourceID)
  const time = periodText(block, zone)
  const refetch = () =>
    Promise.all([BOOKINGS_KEY, bookingResourcesQuery.queryKey].map((queryKey) => cache.invalidateQueries({ queryKey })))
  const undo = async () => {
    await api.bookingHours.block({ resourceID, ...(locationID && { locationID }), startsOnUtc, endsOnUtc, reason })
    await refetch()
  }
  const removing = useMutation({
    mutationFn: async () => {
      await api.bookingHours.unblock({ id })
      void refetch()
      onClose()
      showToast({
        id: `unblocked-${id}`,
        title: t`Block removed`,
        text: time,
        kind: 'news',
        action: { label: t`Undo`, run: () => void undo().catch(showFailure) },
        shownMs: UNDO_MS,
      })
    },
  })
  return (
    <ModalFrame title={t`Blocked time`} onClose={onClose}>
      <ErrorText error={removing.error} mb="sm" />
      <dl className={classes.details}>
        <dt>{t`Time`}</dt>
        <dd>{time}</dd>
        {resource && (
          <>
            <dt>{t`Of`}</dt>
            <dd>{resource.name}</dd>
          </>
        )}
        {reason && (
          <>
            <dt>{t`Reason`}</dt>
            <dd>{reason}</dd>
          </>
        )}
      </dl>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button color="red.9" loading={removing.isPending} onClick={() => removing.mutate()}>
          <Trans>Remove block</Trans>
        </Button>
      </Group>
    </ModalFrame>
  )
}

/** Friday, Jul 3, 9:00 AM – 11:00 AM; with both days if it ends on another one. */
function periodText({ startsOnUtc, endsOnUtc }: BookingBlock, zone: string): string {
  const day = (instant: string) => `${longWeekday(instant, zone)}, ${monthDay(instant, zone)}, ${clock(instant, zone)}`
  const isSameDay = dayKey(startsOnUtc, zone) === dayKey(endsOnUtc, zone)
  return `${day(startsOnUtc)} – ${isSameDay ? clock(endsOnUtc, zone) : day(endsOnUtc)}`
}
