import { GROUP_NAME_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { GROUPS_KEY, groupsQuery } from '../../entities/group/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { fromLocationID, toLocationID, useLocationOptions } from '../../entities/location/location-options.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import type { Modals } from '../../ui/modal/modals.ts'

const NEW = 'new'

/** Adds selected contacts to a new or an existing group. */
export function CreateGroupModal({
  audience,
  contacts,
  onDone,
  onClose,
}: Modals['create-group'] & { onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const locations = useLocationOptions(t`All locations`)
  const groups = (useQuery(groupsQuery).data ?? []).filter(({ kind, canEdit }) => kind === 'fixed' && canEdit)
  const form = useApiForm({
    initial: { group: NEW, name: '', location: chosenLocation.get() ?? locations[0]?.value ?? fromLocationID(null) },
    rules: { name: (name, { group }) => (group === NEW && name.trim() === '' ? t`Enter a name.` : undefined) },
    save: async ({ group, name, location }) => {
      if (group !== NEW) await api.groups.addMembers({ sid: group, ...audience })
      const sid =
        group !== NEW
          ? group
          : (await api.groups.save({ name, locationID: toLocationID(location), kind: 'fixed', ...audience })).data.sid
      await cache.invalidateQueries({ queryKey: GROUPS_KEY })
      onDone()
      await navigate({ to: '/groups/$groupSid', params: { groupSid: sid } })
    },
  })
  const isNew = form.values.group === NEW
  return (
    <FormModal
      title={t`Add ${contacts} to a group`}
      submitLabel={isNew ? t`Create group` : t`Add to group`}
      form={form}
      onClose={onClose}
    >
      {groups.length > 0 && (
        <Select
          label={t`Group`}
          data={[{ value: NEW, label: t`New group` }, ...groups.map(({ sid, name }) => ({ value: sid, label: name }))]}
          allowDeselect={false}
          searchable={groups.length > 10}
          value={form.values.group}
          onChange={(group) => group && form.set('group', group)}
        />
      )}
      {isNew && <TextInput label={t`Name`} maxLength={GROUP_NAME_MAX} data-autofocus {...form.text('name')} />}
      {isNew && locations.length > 1 && (
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
