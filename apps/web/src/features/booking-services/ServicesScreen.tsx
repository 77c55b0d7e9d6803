import type { BookingService } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { IconArrowsSort, IconPlus, IconScissors } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { bookingServicesQuery } from '../../entities/booking-service/queries.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { FilterBar, ListSearch } from '../../ui/list/FilterBar.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { OrderServicesModal } from './OrderServicesModal.tsx'
import { useMayAddServices } from './use-service-actions.ts'
import { useServiceColumns } from './use-service-columns.tsx'

interface Props {
  onOpen: (serviceID: string) => void
}

/** Everything that can be booked. */
export function ServicesScreen({ onOpen }: Props) {
  const { t } = useLingui()
  const mayAdd = useMayAddServices()
  const [isOrdering, setIsOrdering] = useState(false)
  const services = useQuery(bookingServicesQuery).data ?? []
  const orderable = services.filter(({ isArchived }) => !isArchived)
  const newService = (size: 'xs' | 'sm') =>
    mayAdd && (
      <Button size={size} component={Link} to="/bookings/service/new" leftSection={<IconPlus size={16} />}>
        <Trans>New service</Trans>
      </Button>
    )
  return (
    <PageLayout
      isWide
      title={t`Services`}
      text={t`What people can book with you, who provides it, and for how long.`}
      actions={
        <>
          {mayAdd && orderable.length > 1 && (
            <Button variant="default" leftSection={<IconArrowsSort size={16} />} onClick={() => setIsOrdering(true)}>
              <Trans>Change order</Trans>
            </Button>
          )}
          {newService('sm')}
        </>
      }
    >
      <ServiceTable newService={newService('xs')} onOpen={onOpen} />
      {isOrdering && <OrderServicesModal services={orderable} onClose={() => setIsOrdering(false)} />}
    </PageLayout>
  )
}

interface TableProps extends Props {
  newService: ReactNode
}

function ServiceTable({ newService, onOpen }: TableProps) {
  const { t } = useLingui()
  const services = useQuery(bookingServicesQuery)
  const [term, setTerm] = useState('')
  const [isArchivedShown, setIsArchivedShown] = useState(false)
  const columns = useServiceColumns()
  const search = term.trim().toLocaleLowerCase()
  const all = services.data ?? []
  const hasArchived = all.some(({ isArchived }) => isArchived)
  const matching = (list: readonly BookingService[]) =>
    list.filter(
      ({ name, description, isArchived }) =>
        (isArchivedShown || !isArchived) && `${name} ${description}`.toLocaleLowerCase().includes(search),
    )
  return (
    <DataTable
      name="booking-services"
      label={t`Services`}
      columns={columns}
      query={services}
      rows={matching}
      rowKey={({ id }) => id}
      rowHeight={52}
      placeholderRows={5}
      onOpen={({ id }) => onOpen(id)}
      toolbar={
        all.length > 0 && (
          <FilterBar>
            <ListSearch label={t`Search services`} value={term} onChange={setTerm} />
            {hasArchived && (
              <Checkbox
                style={{ alignSelf: 'center' }}
                label={t`Show archived`}
                checked={isArchivedShown}
                onChange={(event) => setIsArchivedShown(event.currentTarget.checked)}
              />
            )}
          </FilterBar>
        )
      }
      empty={
        search === '' ? (
          <EmptyState
            icon={<IconScissors size={28} stroke={1.5} />}
            title={hasArchived ? t`All services are archived` : t`No services yet`}
            text={
              newService
                ? t`Add what people book with you, such as a haircut or a first visit.`
                : t`Ask a teammate who manages your settings to add the first one.`
            }
            action={newService}
          />
        ) : (
          <EmptyState title={t`No results`} text={t`Try another word.`} />
        )
      }
    />
  )
}
