import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useViewers, viewers } from '../../../entities/conversation/viewers.ts'
import { dotOf, useTeammates } from '../../../entities/teammate/queries.ts'
import { api } from '../../../lib/api.ts'
import { useConnectionState } from '../../../lib/realtime/connection-state.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { useIsSettled } from '../../../lib/use-is-settled.ts'
import { Avatar } from '../../../ui/avatar/Avatar.tsx'
import classes from './ThreadViewers.module.css'

const SHOWN = 3

/** Teammates who have this conversation open right now. */
export function ThreadViewers({ sid }: { sid: string }) {
  const { t } = useLingui()
  const me = useMe()
  const connection = useConnectionState()
  const teammates = useTeammates()
  const others = useViewers(sid).filter(({ userID }) => userID !== me.userId)

  const isSettled = useIsSettled()
  useEffect(() => {
    if (connection !== 'online' || !isSettled) return
    const load = () => {
      const before = viewers.of(sid)
      void api.presence.getViewers({ sid }).then(
        // An event that came meanwhile may be newer than the response.
        ({ data }) => (viewers.of(sid) === before ? viewers.fill(sid, data.viewers) : load()),
        // Decorative: the thread itself reports a lost connection.
        () => undefined,
      )
    }
    load()
    return viewers.onExpire(load)
  }, [sid, connection, isSettled])

  if (others.length === 0) return null
  const names = others.map(({ displayName }) => displayName).join(', ')
  return (
    <span
      className={classes.root}
      role="img"
      aria-label={t`Also viewing: ${names}`}
      data-tip={t`Also viewing: ${names}`}
      data-tip-at="below"
    >
      {others.slice(0, SHOWN).map(({ userID, displayName }) => {
        const person = teammates.find((teammate) => teammate.userID === userID)
        return (
          <Avatar
            key={userID}
            name={person?.userName ?? displayName}
            colorKey={userID}
            image={person?.profileUrl}
            size={24}
            dot={dotOf(person)}
          />
        )
      })}
      {others.length > SHOWN && <span className={classes.more}>+{others.length - SHOWN}</span>}
    </span>
  )
}
