import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { IconScissors } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bookingServicesQuery } from '../../entities/booking-service/queries.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import type { AvailabilitySearch } from './availability-search.ts'
import { WhyNotQuestion } from './WhyNotQuestion.tsx'

interface Props {
  search: AvailabilitySearch
  onSearch: (search: AvailabilitySearch) => void
}

/** Says why a service cannot be booked at a time, and when it can be. */
export function WhyNot({ search, onSearch }: Props) {
  const { t } = useLingui()
  const services = useQuery(bookingServicesQuery)
  const locations = useQuery(locationsQuery)
  return (
    <QueryState query={locations} rows={3}>
      {() => (
        <QueryState
          query={services}
          rows={3}
          isEmpty={(all) => all.every(({ isArchived }) => isArchived)}
          empty={
            <EmptyState
              icon={<IconScissors size={28} stroke={1.5} />}
              title={t`No services yet`}
              text={t`Once there is a service, you can see here why a time is not free.`}
              action={
                <Anchor component={Link} to="/bookings/services" size="sm">
                  <Trans>Services</Trans>
                </Anchor>
              }
            />
          }
        >
          {(all) => <WhyNotQuestion services={all} search={search} onSearch={onSearch} />}
        </QueryState>
      )}
    </QueryState>
  )
}
