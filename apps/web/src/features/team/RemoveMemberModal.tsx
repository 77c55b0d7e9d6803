import type { TeamMember } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Select, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { teamKeys } from './queries.ts'

const NOBODY = 'nobody'

interface Props {
  member: TeamMember
  members: readonly TeamMember[]
  onClose: () => void
}

export function RemoveMemberModal({ member, members, onClose }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [successor, setSuccessor] = useState(NOBODY)
  const { displayName, openConversations } = member

  const save = async () => {
    await api.team.removeUser({ userID: member.id, toUserID: successor === NOBODY ? null : successor })
    await cache.invalidateQueries({ queryKey: teamKeys.all })
  }
  return (
    <FormModal title={t`Remove ${displayName}?`} submitLabel={t`Remove`} isDestructive save={save} onClose={onClose}>
      <Text size="sm">
        <Trans>
          They’re signed out right away and need a new invitation to come back. Their name stays on what they wrote.
        </Trans>
      </Text>
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
            { value: NOBODY, label: t`No one (leave unassigned)` },
            ...members
              .filter(({ id, invitedAt }) => id !== member.id && invitedAt === null)
              .map(({ id, displayName: label }) => ({ value: id, label })),
          ]}
          value={successor}
          onChange={(id) => setSuccessor(id ?? NOBODY)}
        />
      )}
    </FormModal>
  )
}
