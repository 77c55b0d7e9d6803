import type { TeamMember } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocations } from '../../entities/location/queries.ts'
import { ROLE_TEXTS } from '../../entities/teammate/role-texts.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useSharedForm } from '../../ui/form/use-shared-form.tsx'
import { LocationsSelect, RoleSelect } from './MemberFields.tsx'
import { teamKeys } from './queries.ts'

interface Props {
  member: TeamMember
  onClose: () => void
}

export function EditMemberModal({ member, onClose }: Props) {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const cache = useQueryClient()
  const me = useMe()
  const hasFixedRole = member.id === me.userId || member.isAccountHolder
  const form = useSharedForm({
    initial: valuesOf(member),
    parts: {
      name: { label: t`Name`, fields: ['name'] },
      role: { label: t`Role`, fields: ['roleName'], show: ({ roleName }) => i18n._(ROLE_TEXTS[roleName]) },
      locations: {
        label: t`Locations`,
        fields: ['locations'],
        show: ({ locations: ids }) =>
          ids === null
            ? t`All locations`
            : locations.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', '),
      },
    },
    rules: { name: required },
    save: async ({ name, roleName, locations, version }) => {
      try {
        await api.team.updateUser({
          userID: member.id,
          name,
          ...(!hasFixedRole && isActive(roleName) && { roleName }),
          ...(!hasFixedRole && { locations }),
          version,
        })
      } finally {
        await cache.invalidateQueries({ queryKey: teamKeys.all })
      }
    },
    onConflict: (error) => {
      const present = errorCode(error) === 'MemberChanged' && (error as { data?: TeamMember }).data
      return present ? valuesOf(present) : undefined
    },
  })
  return (
    <FormModal title={t`Edit teammate`} submitLabel={t`Save`} form={form} notice={form.notice} onClose={onClose}>
      <TextInput label={t`Name`} maxLength={120} data-autofocus {...form.text('name')} />
      {!hasFixedRole && <RoleSelect {...form.control('roleName')} />}
      {!hasFixedRole && <LocationsSelect {...form.control('locations')} />}
    </FormModal>
  )
}

const valuesOf = ({ displayName, roleName, locations, version }: TeamMember) => ({
  name: displayName,
  roleName,
  locations,
  version,
})

const isActive = (role: TeamMember['roleName']): role is 'Owner' | 'Manager' | 'TeamMember' =>
  role === 'Owner' || role === 'Manager' || role === 'TeamMember'
