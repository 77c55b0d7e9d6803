import type { TeamMember } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { LocationsSelect, RoleSelect } from './MemberFields.tsx'
import { teamKeys } from './queries.ts'

interface Props {
  member: TeamMember
  onClose: () => void
}

export function EditMemberModal({ member, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const hasFixedRole = member.id === me.userId || member.isAccountHolder
  const form = useApiForm({
    initial: valuesOf(member),
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
    <FormModal title={t`Edit teammate`} submitLabel={t`Save`} form={form} onClose={onClose}>
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
