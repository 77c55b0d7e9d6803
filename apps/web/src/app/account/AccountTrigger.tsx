import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import classes from './AccountMenu.module.css'

interface Props extends ComponentProps<'button'> {
  withName?: boolean
}

export function AccountTrigger({ withName, className = '', ...rest }: Props) {
  const { t } = useLingui()
  const session = useSession()
  if (!session) return null
  return (
    <button
      type="button"
      className={`${classes.target} ${className}`}
      data-named={withName}
      aria-haspopup="menu"
      aria-label={withName ? t`Account: ${session.displayName}` : t`Your account: ${session.displayName}`}
      {...rest}
    >
      <Avatar
        name={session.displayName}
        colorKey={session.userId}
        image={session.profileUrl}
        size={withName ? 24 : 32}
      />
      {withName && <Trans>Account</Trans>}
    </button>
  )
}
