import type { Location, LocationConsequences } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Select, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { locationsQuery, useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './LocationsScreen.module.css'
import { locationConsequencesQuery } from './queries.ts'

interface Props {
  location: Location
  onClose: () => void
}

/** Shows what belongs to the location, and asks where to move it. */
export function RemoveLocationModal({ location, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const others = useLocations().filter(({ id }) => id !== location.id)
  const consequences = useQuery(locationConsequencesQuery(location.id))
  const { data } = consequences
  const isInUse = data !== undefined && hangsOn(data)

  const form = useApiForm<{ moveToLocationID: string | null }>({
    initial: { moveToLocationID: null },
    save: async ({ moveToLocationID }) => {
      await api.locations.remove({ id: location.id, ...(moveToLocationID && { moveToLocationID }) })
      await cache.invalidateQueries({ queryKey: locationsQuery.queryKey })
    },
  })
  return (
    <FormModal
      title={t`Remove ${location.name}?`}
      submitLabel={t`Remove location`}
      isDestructive
      isDisabled={!data || (isInUse && !form.values.moveToLocationID)}
      form={form}
      onClose={onClose}
    >
      <QueryState query={consequences} rows={2}>
        {(data) =>
          isInUse ? (
            <>
              <Text size="sm">
                <Trans>All of this moves to the location you choose. Nothing is deleted.</Trans>
              </Text>
              <ul className={classes.consequences}>
                <Consequence count={data.phoneNumbers}>
                  <Plural value={data.phoneNumbers} one="# phone number" other="# phone numbers" />
                </Consequence>
                <Consequence count={data.openConversations}>
                  <Plural value={data.openConversations} one="# open conversation" other="# open conversations" />
                </Consequence>
                <Consequence count={data.closedConversations}>
                  <Plural value={data.closedConversations} one="# closed conversation" other="# closed conversations" />
                </Consequence>
                <Consequence count={data.contacts}>
                  <Plural value={data.contacts} one="# contact" other="# contacts" />
                </Consequence>
                <Consequence count={data.members}>
                  <Plural value={data.members} one="# teammate at this location" other="# teammates at this location" />
                </Consequence>
                <Consequence count={data.upcomingVisits}>
                  <Plural value={data.upcomingVisits} one="# upcoming visit" other="# upcoming visits" />
                </Consequence>
                <Consequence count={data.rooms}>
                  <Plural
                    value={data.rooms}
                    one="# room or piece of equipment"
                    other="# rooms and pieces of equipment"
                  />
                </Consequence>
                {data.hasOther && (
                  <li>
                    <Trans>Other records, such as past visits, campaigns, or payments</Trans>
                  </li>
                )}
                {data.hasBusinessHours && (
                  <li>
                    <Trans>Its business hours will be lost</Trans>
                  </li>
                )}
              </ul>
              <Select
                label={t`Move everything to`}
                placeholder={t`Choose a location`}
                allowDeselect={false}
                {...form.control('moveToLocationID')}
                data={others.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </>
          ) : (
            <Text size="sm">
              {data.hasBusinessHours ? (
                <Trans>It has no numbers, conversations, contacts, or visits. Its business hours will be lost.</Trans>
              ) : (
                <Trans>It has no numbers, conversations, contacts, or visits. Nothing else changes.</Trans>
              )}
            </Text>
          )
        }
      </QueryState>
    </FormModal>
  )
}

const hangsOn = ({ hasBusinessHours: _lost, hasOther, ...counts }: LocationConsequences) =>
  hasOther || Object.values(counts).some((count) => count > 0)

function Consequence({ count, children }: { count: number; children: React.ReactNode }) {
  return count > 0 ? <li>{children}</li> : null
}
