import type { Presence } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Popover } from '@mantine/core'
import { useState } from 'react'
import { dotOf, useTeammates } from '../../entities/teammate/queries.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { presenceText, whereText } from './presence-texts.ts'
import classes from './TeamPresence.module.css'
import { TeamTrigger } from './TeamTrigger.tsx'

const RANK = ({ isActive, session }: Presence) => (isActive ? 0 : session ? 1 : 2)

export function TeamPanel() {
  const { t } = useLingui()
  const me = useMe()
  const [isOpen, setIsOpen] = useState(true)
  const others = useTeammates()
    .filter(({ userID }) => userID !== me.userId)
    .toSorted((a, b) => RANK(a) - RANK(b) || a.userName.localeCompare(b.userName))
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={280} shadow="md" radius={8} trapFocus>
      <Popover.Target>
        <TeamTrigger onClick={() => setIsOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Team`} className={classes.panel}>
        <h2 className={classes.title} tabIndex={-1} data-autofocus>
          <Trans>Team</Trans>
        </h2>
        <ul className={classes.people}>
          {others.map((person) => (
            <li key={person.userID} className={classes.person}>
              <Avatar
                name={person.userName}
                colorKey={person.userID}
                image={person.profileUrl}
                size={32}
                dot={dotOf(person)}
              />
              <div className={classes.who}>
                <div className={classes.name}>{person.userName}</div>
                <div className={classes.soft}>
                  {presenceText(person)}
                  {person.session && ` · ${person.session.browser}, ${person.session.os}`}
                </div>
                {person.session && <div className={classes.soft}>{whereText(person)}</div>}
              </div>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
