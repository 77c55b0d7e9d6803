import type { TeamMember } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Select, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { teamKeys } from './queries.ts'
import { UpcomingVisits } from './UpcomingVisits.tsx'

const UNASSIGNED = 'unassigned'

interface Props {
  member: TeamMember
  members: readonly TeamMember[]
  onClose: () => void
}

export function RemoveMemberModal({ member, members, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { displayName, openConversations } = member

  const form = useApiForm({
    initial: { assigneeId: UNASSIGNED },
    save: async ({ assigneeId }) => {
      await api.team.removeUser({ userID: member.id, toUserID: assigneeId === UNASSIGNED ? null : assigneeId })
      await cache.invalidateQueries({ queryKey: teamKeys.all })
    },
  })
  return (
    <FormModal title={t`Remove ${displayName}?`} submitLabel={t`Remove`} isDestructive form={form} onClose={onClose}>
      <Text size="sm">
        <Trans>
          They’re signed out right away and need a new invitation to come back. Their name stays on what they wrote.
        </Trans>
      </Text>
      <UpcomingVisits userId={member.id} onLeave={onClose} />
      {openConversations > 0 && (
        <Select
          label={
            <Plural
              value={openConversations}
              one="Reassign their # open conversation to"
              other="Reassign their # open conversations to"
            />
          }
          description={t`Conversations at locations this teammate can’t see become unassigned.`}
          allowDeselect={false}
          data={[
            { value: UNASSIGNED, label: t`No one (leave unassigned)` },
            ...members
              .filter(({ id, invitedAt }) => id !== member.id && invitedAt === null)
              .map(({ id, displayName: label }) => ({ value: id, label })),
          ]}
          value={form.values.assigneeId}
          onChange={(id) => form.set('assigneeId', id ?? UNASSIGNED)}
        />
      )}
    </FormModal>
  )
}
