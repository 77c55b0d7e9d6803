import type { TeamMember } from '@frontdesk/contract/api'
import { memberRules } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Badge, Button, Menu, TextInput } from '@mantine/core'
import {
  IconDots,
  IconEye,
  IconKey,
  IconMail,
  IconPencil,
  IconSearch,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocations } from '../../entities/location/queries.ts'
import { ROLE_TEXTS } from '../../entities/teammate/role-texts.ts'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { startViewAs } from '../../lib/session/view-as.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import rowClasses from '../../ui/Rows.module.css'
import { ShortTime } from '../../ui/ShortTime.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
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
  return (
    <QueryState query={team} rows={4}>
      {(data) => {
        const { members, memberLimit } = data
        const wanted = term.trim().toLocaleLowerCase()
        const shown = members.filter(({ displayName, email }) =>
          `${displayName} ${email}`.toLocaleLowerCase().includes(wanted),
        )
        const close = () => setOpen(undefined)
        const isFull = members.length >= memberLimit
        return (
          <>
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
                <TextInput
                  type="search"
                  size="xs"
                  aria-label={t`Search teammates`}
                  placeholder={t`Search teammates`}
                  leftSection={<IconSearch size={14} />}
                  value={term}
                  onChange={(event) => setTerm(event.currentTarget.value)}
                />
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
            {shown.length === 0 ? (
              <EmptyState title={t`No results`} text={t`Try another name or email.`} />
            ) : (
              <ul className={rowClasses.list} aria-label={t`Team members`}>
                {shown.map((member) => (
                  <MemberRow key={member.id} member={member} onStep={(step) => setOpen({ step, member })} />
                ))}
              </ul>
            )}
            {members.length <= SMALL_TEAM && !isFull && (
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
      }}
    </QueryState>
  )
}

function MemberRow({ member, onStep }: { member: TeamMember; onStep: (step: Step) => void }) {
  const { t, i18n } = useLingui()
  const me = useMe()
  const locations = useLocations()
  const { id, displayName, email, roleName, lastSeenAt, invitedAt } = member
  const isMe = id === me.userId
  const places = member.locations?.map((place) => locations.find((location) => location.id === place)?.name ?? '…')
  return (
    <li className={classes.row}>
      <Avatar name={displayName} colorKey={id} image={member.profileUrl} />
      <div className={classes.who}>
        <div className={classes.name}>
          {displayName}
          {isMe && (
            <Badge size="xs" variant="light" color="gray">
              <Trans>You</Trans>
            </Badge>
          )}
          {member.isAccountHolder && (
            <Badge size="xs" variant="light">
              <Trans>Account holder</Trans>
            </Badge>
          )}
        </div>
        <div className={classes.soft}>{email}</div>
      </div>
      <div className={classes.what}>
        <div>{i18n._(ROLE_TEXTS[roleName])}</div>
        <div className={classes.soft}>
          {places === undefined ? (
            <Trans>All locations</Trans>
          ) : places.length === 0 ? (
            <Trans>No location</Trans>
          ) : (
            places.join(', ')
          )}
        </div>
      </div>
      <div className={classes.when}>
        {invitedAt ? (
          <Invited mail={member.inviteMail} />
        ) : lastSeenAt ? (
          <Trans>
            Last seen <ShortTime at={lastSeenAt} />
          </Trans>
        ) : (
          <Trans>Hasn’t signed in yet</Trans>
        )}
      </div>
      <MemberMenu member={member} isMe={isMe} label={t`Actions for ${displayName}`} onStep={onStep} />
    </li>
  )
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
  if (!isMine && !mayView) return <span className={classes.noMenu} />
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  )
}
