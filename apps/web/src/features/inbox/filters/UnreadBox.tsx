import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconMail } from '@tabler/icons-react'
import { TextButton } from '../../../ui/text/TextButton.tsx'
import classes from './UnreadBox.module.css'

interface Props {
  /** Of the current view; undefined when it would take a full count. */
  count: number | undefined
  isOnlyUnread: boolean
  onChange: (isOnlyUnread: boolean) => void
}

/** How many conversations are unread, and the way to see only those. */
export function UnreadBox({ count, isOnlyUnread, onChange }: Props) {
  const { t } = useLingui()
  if (!isOnlyUnread && !count) return null
  return (
    <div className={classes.root}>
      <IconMail size={15} stroke={1.75} aria-hidden="true" />
      <span className={classes.text} role="status">
        {count ? (
          <Plural value={count} one="You have # unread conversation" other="You have # unread conversations" />
        ) : (
          <Trans>Only unread conversations</Trans>
        )}
      </span>
      <TextButton
        aria-label={isOnlyUnread ? t`Show all conversations` : t`Show unread conversations`}
        onClick={() => onChange(!isOnlyUnread)}
      >
        {isOnlyUnread ? <Trans>Show all</Trans> : <Trans>Show</Trans>}
      </TextButton>
    </div>
  )
}
