import type { Message } from '@frontdesk/contract'
import { useLingui } from '@lingui/react/macro'
import { IconDots } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { onDemand, type TriggerHandlers } from '../../ui/on-demand.tsx'
import classes from './MessageMore.module.css'

const MessageMenu = onDemand(async () => (await import('./MessageMenu.tsx')).MessageMenu)

interface Props {
  message: Message
  isNewest: boolean
  onEdit?: () => void
}

/** The way to what can be done with a message. One stop for Tab in the whole thread; arrows go from message to message. */
export function MessageMore({ message, isNewest, onEdit }: Props) {
  const trigger = (handlers: Partial<TriggerHandlers>) => <MoreButton isNewest={isNewest} {...handlers} />
  return <MessageMenu message={message} onEdit={onEdit} isNewest={isNewest} trigger={trigger} />
}

export function MoreButton({ isNewest, ...handlers }: Partial<TriggerHandlers> & { isNewest: boolean }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={classes.more}
      aria-label={t`Actions for this message`}
      aria-haspopup="menu"
      tabIndex={isNewest ? 0 : -1}
      data-message-more
      onKeyDown={moveAmongMessages}
      {...handlers}
    >
      <IconDots size={16} aria-hidden="true" />
    </button>
  )
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

function moveAmongMessages(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key]
  const log = event.currentTarget.closest('[role="log"]')
  if (!step || !log) return
  const buttons = [...log.querySelectorAll<HTMLElement>('[data-message-more]')]
  const next = buttons[step(buttons.indexOf(event.currentTarget), buttons.length - 1)]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}
