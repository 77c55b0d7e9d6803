import { Trans, useLingui } from '@lingui/react/macro'
import { IconUsers } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { dotOf, useTeammates } from '../../entities/teammate/queries.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { useIsSmall } from '../../ui/layout/use-viewport.ts'
import classes from './TeamPresence.module.css'

const SHOWN = 4

export function TeamTrigger({ className = '', ...rest }: ComponentProps<'button'>) {
  const { t } = useLingui()
  const me = useMe()
  const isSmall = useIsSmall()
  const others = useTeammates().filter(({ userID }) => userID !== me.userId)
  const there = others
    .filter(({ session }) => session !== null)
    .toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
  if (others.length === 0) return null
  const count = there.length
  return (
    <button
      type="button"
      className={`${classes.trigger} ${className}`}
      aria-haspopup="dialog"
      aria-label={count === 0 ? t`No one else online` : t`Team: ${count} of ${others.length} online`}
      data-tip={t`Who’s online`}
      data-tip-at="below"
      {...rest}
    >
      {there.slice(0, SHOWN).map((person) => (
        <Avatar
          key={person.userID}
          name={person.userName}
          colorKey={person.userID}
          image={person.profileUrl}
          size={26}
          dot={dotOf(person)}
        />
      ))}
      {count > SHOWN && <span className={classes.more}>+{count - SHOWN}</span>}
      {count === 0 && (
        <span className={classes.more}>{isSmall ? <IconUsers size={18} /> : <Trans>No one else online</Trans>}</span>
      )}
    </button>
  )
}
