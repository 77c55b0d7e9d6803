import { type ACTIVE_ROLES, memberRules } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { showToast } from '../../ui/toasts.ts'
import { LocationsSelect, RoleSelect } from './MemberFields.tsx'
import { teamKeys } from './queries.ts'

export function InviteMemberModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [roleName, setRoleName] = useState<(typeof ACTIVE_ROLES)[number]>('TeamMember')
  const [locations, setLocations] = useState<string[] | null>(() =>
    memberRules.grantLocations(me, null) ? null : [...(me.locationIds ?? [])],
  )
  const save = async () => {
    await api.team.invite({ name, email: email.trim(), roleName, locations })
    await cache.invalidateQueries({ queryKey: teamKeys.all })
    showToast({ id: `invited ${email}`, kind: 'news', title: t`Invitation sent`, text: email.trim() })
  }
  return (
    <FormModal title={t`Invite a teammate`} submitLabel={t`Invite`} save={save} onClose={onClose}>
      <Text size="sm" c="dimmed">
        <Trans>We’ll email them an invitation. It’s good for 7 days.</Trans>
      </Text>
      <TextInput
        label={t`Name`}
        required
        withAsterisk={false}
        maxLength={120}
        autoComplete="off"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        type="email"
        label={t`Email`}
        required
        withAsterisk={false}
        maxLength={254}
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RoleSelect value={roleName} onChange={setRoleName} />
      <LocationsSelect value={locations} onChange={setLocations} />
    </FormModal>
  )
}
