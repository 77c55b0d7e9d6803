import { type ACTIVE_ROLES, memberRules } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { LocationsSelect, RoleSelect } from './MemberFields.tsx'
import { teamKeys } from './queries.ts'

interface Invitation {
  name: string
  email: string
  roleName: (typeof ACTIVE_ROLES)[number]
  /** Null: all of them. */
  locations: string[] | null
}

export function InviteMemberModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const form = useApiForm<Invitation>({
    initial: {
      name: '',
      email: '',
      roleName: 'TeamMember',
      locations: memberRules.grantLocations(me, null) ? null : [...(me.locationIds ?? [])],
    },
    save: async (values) => {
      const email = values.email.trim()
      await api.team.invite({ ...values, email })
      await cache.invalidateQueries({ queryKey: teamKeys.all })
      showToast({ id: `invited ${email}`, kind: 'news', title: t`Invitation sent`, text: email })
    },
  })
  return (
    <FormModal title={t`Invite a teammate`} submitLabel={t`Invite`} save={form.save} onClose={onClose}>
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
        {...form.text('name')}
      />
      <TextInput
        type="email"
        label={t`Email`}
        required
        withAsterisk={false}
        maxLength={254}
        autoComplete="off"
        {...form.text('email')}
      />
      <RoleSelect {...form.control('roleName')} />
      <LocationsSelect {...form.control('locations')} />
    </FormModal>
  )
}
