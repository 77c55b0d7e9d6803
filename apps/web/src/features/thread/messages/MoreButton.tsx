import { useLingui } from '@lingui/react/macro'
import { useMergedRef } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import classes from './MessageMore.module.css'
import { useMessageElements } from './message-elements.ts'

interface Props extends ComponentProps<'button'> {
  isNewest: boolean
}

export function MoreButton({ isNewest, className, onKeyDown, ref, ...rest }: Props) {
  const { t } = useLingui()
  const elements = useMessageElements()
  return (
    <button
      type="button"
      aria-label={t`Actions for this message`}
      aria-haspopup="menu"
      tabIndex={isNewest ? 0 : -1}
      {...rest}
      ref={useMergedRef(ref ?? null, elements.registerMenu)}
      className={className ? `${classes.more} ${className}` : classes.more}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        moveAmongMessages(event, elements.menus())
      }}
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

function moveAmongMessages(event: KeyboardEvent<HTMLElement>, buttons: HTMLElement[]) {
  const step = STEPS[event.key]
  if (!step) return
  const next = buttons[step(buttons.indexOf(event.currentTarget), buttons.length - 1)]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}
