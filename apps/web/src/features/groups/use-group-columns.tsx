import type { ContactCriteria, Group } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { contactCount } from '../../entities/contact/queries.ts'
import shared from '../../entities/group/Group.module.css'
import { useLocations } from '../../entities/location/queries.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import type { Column } from '../../ui/table/column-layout.ts'
import { ClippedText } from '../../ui/text/ClippedText.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import classes from './Groups.module.css'

export function useGroupColumns(): Column<Group>[] {
  const { t } = useLingui()
  const locations = useLocations()
  return [
    {
      key: 'name',
      title: t`Name`,
      width: 220,
      isFixed: true,
      cell: ({ sid, name }) => (
        <div className={classes.nameCell}>
          <Avatar name={name} colorKey={sid} size={32} />
          <Link to="/groups/$groupSid" params={{ groupSid: sid }} className={`${shared.name} ${shared.shrinks}`}>
            <ClippedText>{name}</ClippedText>
          </Link>
        </div>
      ),
    },
    { key: 'members', title: t`Members`, width: 130, cell: (group) => <MemberCount group={group} /> },
    {
      key: 'latest',
      title: t`Last message`,
      width: 240,
      grows: true,
      cell: ({ latestMessage }) => latestMessage && <ClippedText>{latestMessage}</ClippedText>,
    },
    {
      key: 'latestAt',
      title: t`Sent`,
      width: 110,
      cell: ({ latestMessageOnUtc }) => latestMessageOnUtc && <ShortTime at={latestMessageOnUtc} />,
    },
    {
      key: 'replies',
      title: t`Unread replies`,
      width: 130,
      cell: ({ unreadReplies }) =>
        unreadReplies > 0 && <Plural value={unreadReplies} one="# unread" other="# unread" />,
    },
    ...(locations.length > 1
      ? [
          {
            key: 'location',
            title: t`Location`,
            width: 150,
            cell: ({ locationID }: Group) =>
              locationID === null ? <Trans>All locations</Trans> : locations.find(({ id }) => id === locationID)?.name,
          },
        ]
      : []),
  ]
}

/** How many members a group has: stored, or those that match the filter now. */
export function MemberCount({ group: { members, criteria } }: { group: Group }) {
  if (members === null && criteria) return <MatchingCount criteria={criteria} />
  return <Plural value={members ?? 0} _0="No members" one="# member" other="# members" />
}

function MatchingCount({ criteria }: { criteria: ContactCriteria }) {
  const { i18n } = useLingui()
  const counted = useQuery(contactCount(criteria)).data
  if (!counted) return null
  if (counted.isCapped) return <Trans>{i18n.number(counted.count)}+ members</Trans>
  return <Plural value={counted.count} _0="No members" one="# member" other="# members" />
}
