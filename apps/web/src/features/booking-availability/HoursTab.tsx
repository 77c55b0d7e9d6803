import type { BookingResource } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArchiveOff, IconCalendarTime } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { UpcomingBookingsLink } from '../../entities/booking/UpcomingBookingsLink.tsx'
import { bookingResourcesQuery, resourceAvailabilityQuery } from '../../entities/booking-resource/queries.ts'
import { ResourceSelect } from '../../entities/booking-resource/ResourceSelect.tsx'
import { useMayEditHours, useMayManageResources } from '../../entities/booking-resource/use-may-edit.ts'
import { businessHoursQuery } from '../../entities/business-hours/queries.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { AddResource } from './AddResource.tsx'
import classes from './Availability.module.css'
import { Blocks } from './Blocks.tsx'
import { HoursEditor } from './HoursEditor.tsx'
import { HoursView } from './HoursView.tsx'
import { ResourceMenu } from './ResourceMenu.tsx'
import { useResourceActions } from './use-resource-actions.ts'

interface Props {
  resourceID: string | undefined
  onResource: (resourceID: string) => void
  renderMore: ((resource: BookingResource) => ReactNode) | undefined
}

/** Hours of the selected resource; default: of the viewer. */
export function HoursTab(props: Props) {
  // Dialogs start with the location and its time.
  return (
    <QueryState query={useQuery(locationsQuery)} rows={7}>
      {() => <ChosenHours {...props} />}
    </QueryState>
  )
}

function ChosenHours({ resourceID, onResource, renderMore }: Props) {
  const { t } = useLingui()
  const resources = useQuery(bookingResourcesQuery)
  const mayManage = useMayManageResources()
  return (
    <QueryState
      query={resources}
      rows={7}
      empty={
        <EmptyState
          icon={<IconCalendarTime size={28} stroke={1.5} />}
          title={t`No one can be booked yet`}
          text={
            mayManage
              ? t`Add the teammates, rooms, and equipment that your bookings need.`
              : t`Ask a teammate who manages your settings to add who can be booked.`
          }
          action={mayManage && <AddResource resources={[]} onAdded={onResource} />}
        />
      }
    >
      {(all) => {
        const bookable = all.filter(({ isArchived }) => !isArchived)
        const shown =
          all.find(({ id }) => id === resourceID) ?? bookable.find(({ isOwn }) => isOwn) ?? bookable[0] ?? all[0]
        return (
          <>
            <div className={classes.toolbar}>
              <div className={classes.chooser}>
                <ResourceSelect
                  label={t`Teammate, room, or equipment`}
                  resources={all}
                  value={shown?.id ?? null}
                  onChange={(id) => id !== null && onResource(id)}
                />
              </div>
              {mayManage && shown && <ResourceMenu key={shown.id} resource={shown} />}
              {mayManage && <AddResource resources={all} onAdded={onResource} />}
            </div>
            {shown && <ResourceHours key={shown.id} resource={shown} renderMore={renderMore} />}
          </>
        )
      }}
    </QueryState>
  )
}

function ResourceHours({ resource, renderMore }: { resource: BookingResource } & Pick<Props, 'renderMore'>) {
  const mayEdit = useMayEditHours(resource)
  const availability = useQuery(resourceAvailabilityQuery(resource.id))
  const businessHours = useQuery(businessHoursQuery)
  // Kept here, because the editor starts over when the resource changes elsewhere.
  const [outside, setOutside] = useState<readonly string[]>([])
  return (
    <>
      {resource.isArchived && <ArchivedNote resource={resource} />}
      <QueryState query={availability} rows={7}>
        {(stored) =>
          !mayEdit ? (
            <HoursView resource={resource} stored={stored} />
          ) : (
            <QueryState query={businessHours} rows={7}>
              {(business) => (
                <HoursEditor
                  resource={resource}
                  stored={stored}
                  businessHours={business}
                  outside={outside}
                  onOutside={setOutside}
                />
              )}
            </QueryState>
          )
        }
      </QueryState>
      <Blocks resource={resource} isEditable={mayEdit} />
      {mayEdit && renderMore?.(resource)}
    </>
  )
}

function ArchivedNote({ resource }: { resource: BookingResource }) {
  const mayManage = useMayManageResources()
  const { restore } = useResourceActions(resource)
  const { id, name, kind } = resource
  return (
    <div className={classes.note}>
      <Trans>{name} is archived and can’t be booked. Bookings made before stay as they are.</Trans>{' '}
      <UpcomingBookingsLink {...(kind === 'teammate' ? { teammate: id } : { room: id })} />
      {mayManage && (
        <div style={{ marginTop: 8 }}>
          <Button size="xs" variant="default" leftSection={<IconArchiveOff size={15} />} onClick={() => void restore()}>
            <Trans>Restore</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
