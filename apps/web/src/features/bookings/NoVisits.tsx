import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bookableServices, bookingServicesQuery } from '../../entities/booking-service/queries.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'

/** An empty list of visits, with the next step: to add the first service, or to book. */
export function NoVisits({ title, text }: { title: string; text: string }) {
  const { t } = useLingui()
  const services = useQuery(bookingServicesQuery).data
  const canAct = !useSession()?.viewingAs
  const mayManage = can(useMe(), 'admin_manage_settings')
  const hasServices = services === undefined || bookableServices(services).length > 0
  return (
    <EmptyState
      icon={<IconCalendarEvent size={28} stroke={1.5} />}
      title={title}
      text={
        hasServices
          ? text
          : mayManage
            ? t`To book visits, add a service first: what it is called, how long it takes and who does it.`
            : t`Nothing can be booked yet. Ask someone who manages the settings to add a service.`
      }
      action={
        !canAct ? undefined : hasServices ? (
          <Button size="xs" variant="default" onClick={() => openModal('book', {})}>
            <Trans>Book</Trans>
          </Button>
        ) : mayManage ? (
          <Button size="xs" renderRoot={(props) => <Link {...props} to="/bookings/services" />}>
            <Trans>Add a service</Trans>
          </Button>
        ) : undefined
      }
    />
  )
}
