import { type ACTIVE_ROLES, memberRules } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { email, required } from '../../ui/form/field-rules.ts'
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
    rules: { name: required, email: [required, email] },
    errorFields: { MemberExists: 'email' },
    save: async (values) => {
      const address = values.email.trim()
      await api.team.invite({ ...values, email: address })
      await cache.invalidateQueries({ queryKey: teamKeys.all })
      showToast({ id: `invited ${address}`, kind: 'news', title: t`Invitation sent`, text: address })
    },
  })
  return (
    <FormModal title={t`Invite a teammate`} submitLabel={t`Invite`} form={form} onClose={onClose}>
      <Text size="sm" c="dimmed">
        <Trans>We’ll email them an invitation. It’s good for 7 days.</Trans>
      </Text>
      <TextInput label={t`Name`} maxLength={120} autoComplete="off" data-autofocus {...form.text('name')} />
      <TextInput type="email" label={t`Email`} maxLength={254} autoComplete="off" {...form.text('email')} />
      <RoleSelect {...form.control('roleName')} />
      <LocationsSelect {...form.control('locations')} />
    </FormModal>
  )
}
