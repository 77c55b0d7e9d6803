import type { Group, GroupMember } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Badge } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { contactName } from '../../entities/contact/contact-texts.ts'
import shared from '../../entities/group/Group.module.css'
import { groupMembers } from '../../entities/group/members-query.ts'
import { GROUPS_KEY } from '../../entities/group/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { ListSearch } from '../../ui/list/FilterBar.tsx'
import { PagedList } from '../../ui/list/PagedList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ClippedText } from '../../ui/text/ClippedText.tsx'
import { showToast } from '../../ui/toast/toasts.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { AddMember } from './AddMember.tsx'
import classes from './Groups.module.css'

const SEARCH_AFTER_MS = 250

/** The members of a group; those of a fixed one can be added and removed. */
export function GroupMembers({ group }: { group: Group }) {
  const { t } = useLingui()
  const [term, setTerm] = useState('')
  const [searched] = useDebouncedValue(term.trim(), SEARCH_AFTER_MS)
  const members = useInfiniteQuery(groupMembers(group.sid, searched))
  const canEdit = !useSession()?.viewingAs && group.canEdit && group.kind === 'fixed'
  return (
    <section className={classes.panel} aria-label={t`Members`}>
      {canEdit && <AddMember sid={group.sid} />}
      {group.kind === 'dynamic' && (
        <p className={shared.soft}>
          <Trans>Everyone who matches the filter is a member.</Trans>
        </p>
      )}
      <ListSearch label={t`Search members`} value={term} onChange={setTerm} />
      <PagedList
        query={members}
        items={(page) => page.members}
        itemKey={({ contactID }) => contactID}
        row={(member) => <MemberRow member={member} sid={group.sid} canEdit={canEdit} />}
        className={shared.list}
        label={t`Members`}
        rows={4}
        empty={
          <EmptyState
            title={searched === '' ? t`No members yet` : t`No results`}
            text={
              searched === ''
                ? t`Add people by name or number, or select them in Contacts.`
                : t`No member matches your search.`
            }
          />
        }
      />
    </section>
  )
}

function MemberRow({ member, sid, canEdit }: { member: GroupMember; sid: string; canEdit: boolean }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const showFailure = useFailureToast()
  const { contactID, name, phone, isOptedOut } = member
  const change = async (what: 'addMembers' | 'removeMembers') => {
    try {
      await api.groups[what]({ sid, contactIDs: [contactID] })
      await cache.invalidateQueries({ queryKey: GROUPS_KEY })
    } catch (error) {
      showFailure(error)
    }
  }
  const remove = async () => {
    await change('removeMembers')
    showToast({
      id: `removed-${contactID}`,
      kind: 'news',
      title: t`Removed from the group`,
      text: contactName(member),
      action: { label: t`Undo`, run: () => void change('addMembers') },
    })
  }
  return (
    <li className={classes.member}>
      <Avatar name={name} colorKey={contactID} size={28} />
      <div className={classes.memberName}>
        <Link to="/contacts/$id" params={{ id: contactID }} className={shared.name}>
          <ClippedText>{contactName(member)}</ClippedText>
        </Link>
        {name !== '' && <div className={shared.soft}>{phoneText(phone)}</div>}
      </div>
      {isOptedOut && (
        <Badge variant="light" color="gray" size="sm">
          <Trans>Opted out</Trans>
        </Badge>
      )}
      {canEdit && (
        <ActionIcon size={32} aria-label={t`Remove ${contactName(member)}`} onClick={() => void remove()}>
          <IconX size={15} />
        </ActionIcon>
      )}
    </li>
  )
}
