import type { TeamMember } from '@frontdesk/contract/api'
import { memberRules } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Menu } from '@mantine/core'
import { IconEye, IconKey, IconMail, IconPencil, IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocations } from '../../entities/location/queries.ts'
import { ROLE_TEXTS } from '../../entities/teammate/role-texts.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { startViewAs } from '../../lib/session/view-as.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { ListSearch } from '../../ui/list/FilterBar.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import type { Column } from '../../ui/table/column-layout.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import { showToast } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { EditMemberModal } from './EditMemberModal.tsx'
import { InviteMemberModal } from './InviteMemberModal.tsx'
import { teamKeys, teamQuery } from './queries.ts'
import { RemoveMemberModal } from './RemoveMemberModal.tsx'
import { SetMemberPasswordModal } from './SetMemberPasswordModal.tsx'
import classes from './TeamScreen.module.css'

type Step = 'edit' | 'password' | 'remove'

/** Shorter lists need no search field. */
const SEARCH_FROM = 8
/** Up to this team size a hint explains invitations. */
const SMALL_TEAM = 3

export function MemberList() {
  const { t } = useLingui()
  const team = useQuery(teamQuery)
  const [term, setTerm] = useState('')
  const [isInviting, setIsInviting] = useState(false)
  const [open, setOpen] = useState<{ step: Step; member: TeamMember }>()
  const columns = useMemberColumns((step, member) => setOpen({ step, member }))
  const { members = [], memberLimit = 0 } = team.data ?? {}
  const search = term.trim().toLocaleLowerCase()
  const matches = ({ displayName, email }: TeamMember) => `${displayName} ${email}`.toLocaleLowerCase().includes(search)
  const close = () => setOpen(undefined)
  const isFull = members.length >= memberLimit
  return (
    <>
      <DataTable
        name="team"
        label={t`Team members`}
        columns={columns}
        query={team}
        rows={({ members }) => members.filter(matches)}
        rowKey={({ id }) => id}
        rowHeight={60}
        placeholderRows={4}
        empty={<EmptyState title={t`No results`} text={t`Try another name or email.`} />}
        toolbar={
          team.data && (
            <div className={classes.bar}>
              <p className={classes.soft}>
                <Trans>
                  {members.length} of {memberLimit} seats used
                </Trans>
                {isFull && (
                  <>
                    {'. '}
                    <Trans>Remove someone or ask for a larger plan to add more.</Trans>
                  </>
                )}
              </p>
              {members.length >= SEARCH_FROM && (
                <ListSearch label={t`Search teammates`} value={term} onChange={setTerm} />
              )}
              <Button
                size="xs"
                leftSection={<IconUserPlus size={16} />}
                disabled={isFull}
                onClick={() => setIsInviting(true)}
              >
                <Trans>Invite a teammate</Trans>
              </Button>
            </div>
          )
        }
      />
      {team.data && members.length <= SMALL_TEAM && !isFull && (
        <p className={classes.hint}>
          <Trans>
            Invite the people who answer your texts. Everyone gets their own sign-in, and their role and locations
            decide what they see.
          </Trans>
        </p>
      )}
      {isInviting && <InviteMemberModal onClose={() => setIsInviting(false)} />}
      {open?.step === 'edit' && <EditMemberModal member={open.member} onClose={close} />}
      {open?.step === 'password' && <SetMemberPasswordModal member={open.member} onClose={close} />}
      {open?.step === 'remove' && <RemoveMemberModal member={open.member} members={members} onClose={close} />}
    </>
  )
}

function useMemberColumns(onStep: (step: Step, member: TeamMember) => void): Column<TeamMember>[] {
  const { t, i18n } = useLingui()
  const me = useMe()
  return [
    { key: 'name', title: t`Name`, width: 240, isFixed: true, grows: true, cell: (member) => <Who member={member} /> },
    { key: 'role', title: t`Role`, width: 130, cell: ({ roleName }) => i18n._(ROLE_TEXTS[roleName]) },
    { key: 'locations', title: t`Locations`, width: 190, cell: (member) => <MemberLocations member={member} /> },
    { key: 'seen', title: t`Last seen`, width: 170, cell: (member) => <LastSeen member={member} /> },
    {
      key: 'actions',
      title: t`Actions`,
      width: 56,
      isFixed: true,
      hasHiddenTitle: true,
      cell: (member) => (
        <MemberMenu
          member={member}
          isMe={member.id === me.userId}
          label={t`Actions for ${member.displayName}`}
          onStep={(step) => onStep(step, member)}
        />
      ),
    },
  ]
}

function Who({ member: { id, displayName, email, profileUrl, isAccountHolder } }: { member: TeamMember }) {
  const isMe = id === useMe().userId
  return (
    <div className={classes.who}>
      <Avatar name={displayName} colorKey={id} image={profileUrl} />
      <div className={classes.what}>
        <div className={classes.name}>
          {displayName}
          {isMe && (
            <Badge size="xs" variant="light" color="gray">
              <Trans>You</Trans>
            </Badge>
          )}
          {isAccountHolder && (
            <Badge size="xs" variant="light">
              <Trans>Account holder</Trans>
            </Badge>
          )}
        </div>
        <div className={classes.soft}>{email}</div>
      </div>
    </div>
  )
}

function MemberLocations({ member }: { member: TeamMember }) {
  const locations = useLocations()
  if (!member.locations) return <Trans>All locations</Trans>
  if (member.locations.length === 0) return <Trans>No location</Trans>
  return member.locations.map((id) => locations.find((location) => location.id === id)?.name ?? '…').join(', ')
}

function LastSeen({ member: { invitedAt, inviteMail, lastSeenAt } }: { member: TeamMember }) {
  if (invitedAt) return <Invited mail={inviteMail} />
  return lastSeenAt ? <ShortTime at={lastSeenAt} /> : <Trans>Hasn’t signed in yet</Trans>
}

function Invited({ mail }: { mail: TeamMember['inviteMail'] }) {
  return (
    <>
      <Badge size="sm" variant={mail === 'refused' ? 'filled' : 'default'} color="red.9">
        <Trans>Invited</Trans>
      </Badge>
      {mail === 'waiting' && (
        <div>
          <Trans>We’re still trying to send the email.</Trans>
        </div>
      )}
      {mail === 'refused' && (
        <div>
          <Trans>The email was refused. Check the address.</Trans>
        </div>
      )}
    </>
  )
}

interface MenuProps {
  member: TeamMember
  isMe: boolean
  label: string
  onStep: (step: Step) => void
}

function MemberMenu({ member, isMe, label, onStep }: MenuProps) {
  const { t } = useLingui()
  const me = useMe()
  const onError = useFailureToast()
  const viewing = useMutation({ mutationFn: () => startViewAs({ userID: member.id }), onError })
  const cache = useQueryClient()
  const resending = useMutation({
    mutationFn: () => api.team.resendInvite({ userID: member.id }),
    onSuccess: () => {
      showToast({ id: `invited ${member.email}`, kind: 'news', title: t`Invitation sent again`, text: member.email })
      return cache.invalidateQueries({ queryKey: teamKeys.all })
    },
    onError,
  })
  const isMine = memberRules.manage(me, member)
  const mayView = me.role === 'Owner' && !isMe && member.invitedAt === null
  if (!isMine && !mayView) return null
  return (
    <RowMenu label={label}>
      {isMine && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onStep('edit')}>
          <Trans>Edit</Trans>
        </Menu.Item>
      )}
      {isMine && !isMe && member.invitedAt === null && (
        <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onStep('password')}>
          <Trans>Set password</Trans>
        </Menu.Item>
      )}
      {isMine && member.invitedAt !== null && (
        <Menu.Item leftSection={<IconMail size={16} />} onClick={() => resending.mutate()}>
          <Trans>Resend invitation</Trans>
        </Menu.Item>
      )}
      {mayView && (
        <Menu.Item leftSection={<IconEye size={16} />} onClick={() => viewing.mutate()}>
          <Trans>View as this teammate</Trans>
        </Menu.Item>
      )}
      {isMine && !isMe && !member.isAccountHolder && (
        <>
          <Menu.Divider />
          <Menu.Item
            color="var(--fd-danger)"
            leftSection={<IconUserMinus size={16} />}
            onClick={() => onStep('remove')}
          >
            <Trans>Remove from team</Trans>
          </Menu.Item>
        </>
      )}
    </RowMenu>
  )
}
