import type { Group } from '@frontdesk/contract/api'
import { GROUP_NAME_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { GROUPS_KEY, groupBySid } from '../../entities/group/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'

const EVERYWHERE = 'all'

/** The locations a teammate may give a group: theirs, and for those who have all of them the whole business. */
export function useGroupLocations(): { value: string; label: string }[] {
  const { t } = useLingui()
  const me = useMe()
  const locations = useLocations().map(({ id, name }) => ({ value: id, label: name }))
  return me.locationIds === null ? [{ value: EVERYWHERE, label: t`All locations` }, ...locations] : locations
}

export const toLocationID = (value: string | null): string | null => (value === EVERYWHERE ? null : value)
export const fromLocationID = (locationID: string | null): string => locationID ?? EVERYWHERE

/** Changes the name and the location of a group. */
export function EditGroupModal({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useGroupLocations()
  const form = useApiForm({
    initial: valuesOf(group),
    rules: { name: required },
    save: async ({ name, location, version }) => {
      await api.groups.save({ sid: group.sid, name, locationID: toLocationID(location), version, kind: group.kind })
      await cache.invalidateQueries({ queryKey: GROUPS_KEY })
    },
    onConflict: async (error) =>
      errorCode(error) === 'ChangedMeanwhile'
        ? valuesOf(await cache.fetchQuery({ ...groupBySid(group.sid), staleTime: 0 }))
        : undefined,
  })
  return (
    <FormModal title={t`Edit group`} submitLabel={t`Save`} form={form} onClose={onClose}>
      <TextInput label={t`Name`} maxLength={GROUP_NAME_MAX} data-autofocus {...form.text('name')} />
      {locations.length > 1 && (
        <Select
          label={t`Location`}
          description={t`Its number sends the messages, and its teammates see the group.`}
          data={locations}
          allowDeselect={false}
          value={form.values.location}
          onChange={(location) => location && form.set('location', location)}
        />
      )}
    </FormModal>
  )
}

const valuesOf = ({ name, locationID, version }: Group) => ({ name, location: fromLocationID(locationID), version })
