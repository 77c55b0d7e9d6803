import type { TeamMember } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FormModal } from '../../ui/FormModal.tsx'
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
  const [present, setPresent] = useState(member)
  const [name, setName] = useState(member.displayName)
  const [roleName, setRoleName] = useState(member.roleName)
  const [locations, setLocations] = useState(member.locations)
  const hasFixedRole = member.id === me.userId || member.isAccountHolder

  const save = async () => {
    try {
      await api.team.updateUser({
        userID: member.id,
        name,
        ...(!hasFixedRole && isActive(roleName) && { roleName }),
        ...(!hasFixedRole && { locations }),
        version: present.version,
      })
    } catch (error) {
      const now = errorCode(error) === 'MemberChanged' && (error as { data?: TeamMember }).data
      if (now) {
        setPresent(now)
        setName(now.displayName)
        setRoleName(now.roleName)
        setLocations(now.locations)
      }
      throw error
    } finally {
      await cache.invalidateQueries({ queryKey: teamKeys.all })
    }
  }
  return (
    <FormModal title={t`Edit teammate`} submitLabel={t`Save`} save={save} onClose={onClose}>
      <TextInput
        label={t`Name`}
        required
        withAsterisk={false}
        maxLength={120}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {!hasFixedRole && <RoleSelect value={roleName} onChange={setRoleName} />}
      {!hasFixedRole && <LocationsSelect value={locations} onChange={setLocations} />}
    </FormModal>
  )
}

const isActive = (role: TeamMember['roleName']): role is 'Owner' | 'Manager' | 'TeamMember' =>
  role === 'Owner' || role === 'Manager' || role === 'TeamMember'
