import type { BookingResource } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import classes from './Availability.module.css'
import type { AvailabilitySearch } from './availability-search.ts'
import { HoursTab } from './HoursTab.tsx'
import { WhyNot } from './WhyNot.tsx'

interface Props {
  search: AvailabilitySearch
  onSearch: (search: AvailabilitySearch) => void
  /** More about a resource, for those who may edit its hours. */
  renderMore?: (resource: BookingResource) => ReactNode
}

/** When teammates, rooms and equipment can be booked, and why a time is not free. */
export function AvailabilityScreen({ search, onSearch, renderMore }: Props) {
  const { t } = useLingui()
  return (
    <PageLayout title={t`Availability`} text={t`When your teammates, rooms, and equipment can be booked.`}>
      <Tabs
        value={search.tab ?? 'hours'}
        onChange={(tab) => onSearch({ ...search, tab: tab === 'why' ? 'why' : undefined })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="hours">
            <Trans>Hours</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="why">
            <Trans>Why not?</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="hours" className={classes.tabs}>
          <HoursTab
            resourceID={search.resource}
            onResource={(resource) => onSearch({ ...search, resource })}
            renderMore={renderMore}
          />
        </Tabs.Panel>
        <Tabs.Panel value="why" className={classes.tabs}>
          <WhyNot search={search} onSearch={onSearch} />
        </Tabs.Panel>
      </Tabs>
    </PageLayout>
  )
}
