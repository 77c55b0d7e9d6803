import type { BookingResource } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconBrandGoogle, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resourceCalendarsQuery } from '../../entities/booking-calendar/queries.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import rowClasses from '../../ui/list/Rows.module.css'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { AddAddressModal } from './AddAddressModal.tsx'
import classes from './Calendars.module.css'
import { Conflicts } from './Conflicts.tsx'
import { Connection } from './Connection.tsx'
import { Feeds } from './Feeds.tsx'
import { useCalendarActions, useFeedActions } from './use-calendar-actions.ts'

/** The calendars of other services that belong to a teammate, a room or equipment, for those who may edit its hours. */
export function Calendars({ resource }: { resource: BookingResource }) {
  const { t } = useLingui()
  const calendars = useQuery(resourceCalendarsQuery(resource.id))
  const actions = useCalendarActions(resource.id)
  const [isAdding, setIsAdding] = useState(false)
  const { connecting, choosing } = actions
  const feedActions = useFeedActions({ resourceID: resource.id })
  return (
    <PageSection
      title={t`Calendars`}
      text={t`Events in these calendars block times. Bookings can be written into one, and follow when you move or delete them there.`}
    >
      <ErrorText error={connecting.error ?? choosing.error ?? feedActions.addingFeed.error} mb="sm" />
      <QueryState query={calendars} rows={2}>
        {({ connections, conflicts, feeds, isGoogleAvailable }) => (
          <>
            <Conflicts resource={resource} conflicts={conflicts} />
            {connections.length === 0 ? (
              <p className={classes.soft}>
                <Trans>No calendars are connected.</Trans>
              </p>
            ) : (
              <ul className={rowClasses.list}>
                {connections.map((connection) => (
                  <Connection key={connection.id} connection={connection} actions={actions} />
                ))}
              </ul>
            )}
            <div className={classes.actions}>
              {isGoogleAvailable && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconBrandGoogle size={15} />}
                  loading={connecting.isPending}
                  onClick={() => connecting.mutate(undefined)}
                >
                  <Trans>Connect Google Calendar</Trans>
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                leftSection={<IconLink size={15} />}
                onClick={() => setIsAdding(true)}
              >
                <Trans>Add a calendar address</Trans>
              </Button>
            </div>
            <Feeds feeds={feeds.filter(({ resourceID }) => resourceID === resource.id)} actions={feedActions} />
          </>
        )}
      </QueryState>
      {isAdding && <AddAddressModal resourceID={resource.id} onClose={() => setIsAdding(false)} />}
    </PageSection>
  )
}
