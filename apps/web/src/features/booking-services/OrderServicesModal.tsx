import type { BookingService } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bookingServicesQuery } from '../../entities/booking-service/queries.ts'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { DragHandle } from '../../ui/list/DragHandle.tsx'
import { MoveButtons } from '../../ui/list/MoveButtons.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { useDragOrder } from '../../ui/list/use-drag-order.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { ColorDot } from '../../ui/text/ColorDot.tsx'
import classes from './Services.module.css'

interface Props {
  /** The services that are not archived. */
  services: BookingService[]
  onClose: () => void
}

/** Changes the order in which services are offered; each move is saved at once. */
export function OrderServicesModal({ services, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { queryKey } = bookingServicesQuery
  const ordering = useMutation({
    mutationFn: async (next: BookingService[]) => {
      await cache.cancelQueries({ queryKey, exact: true })
      cache.setQueryData(queryKey, (all = []) => [...next, ...all.filter(({ isArchived }) => isArchived)])
      await api.bookingServices.reorder({ ids: next.map(({ id }) => id) })
    },
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
  const order = (next: BookingService[]) => {
    // A disabled button would lose the focus.
    if (!ordering.isPending) ordering.mutate(next)
  }
  const drag = useDragOrder(services, order)
  return (
    <ModalFrame onClose={onClose} title={t`Order of services`}>
      <ErrorText error={ordering.error} mb="sm" />
      <ul className={rowClasses.list}>
        {services.map((service, index) => (
          <li key={service.id} className={classes.order} {...drag.target(index)}>
            <DragHandle {...drag.handle(index)} />
            <ColorDot color={service.color} />
            <span className={classes.orderName}>{service.name}</span>
            <MoveButtons items={services} index={index} name={service.name} onMove={order} />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </ModalFrame>
  )
}
