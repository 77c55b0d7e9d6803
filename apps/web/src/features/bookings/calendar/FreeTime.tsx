import { Trans, useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconCalendarPlus, IconClockOff } from '@tabler/icons-react'
import type { CSSProperties, KeyboardEvent, Ref } from 'react'
import classes from './Calendar.module.css'
import { timeText } from './time-text.ts'
import type { TimeSelection } from './use-time-selection.ts'

interface Props {
  selection: TimeSelection
  /** The hour at the top of the grid. */
  firstHour: number
  isDragging: boolean
  isAsking: boolean
  onAsk: (isAsking: boolean) => void
  canBlock: boolean
  onBook: () => void
  onBlock: () => void
  onKeyDown: (event: KeyboardEvent) => void
  buttonRef: Ref<HTMLButtonElement>
}

/**
 * The selected free time of a column, and what can be added there. Visible while it is dragged, asked about or focused.
 */
export function FreeTime(props: Props) {
  const { t } = useLingui()
  const { selection, firstHour, isDragging, isAsking, onAsk, canBlock, onBook, onBlock, onKeyDown, buttonRef } = props
  const { column, from, until } = selection
  const span = `${timeText(from)} – ${timeText(until)}`
  return (
    <Menu
      opened={isAsking}
      onChange={(isOpen) => (isOpen && !canBlock ? onBook() : onAsk(isOpen))}
      position="bottom-start"
      shadow="md"
      withinPortal={false}
    >
      <Menu.Target>
        <button
          type="button"
          ref={buttonRef}
          className={classes.selection}
          style={{ '--from': from - firstHour * 60, '--minutes': until - from } as CSSProperties}
          data-shown={isDragging || isAsking || undefined}
          aria-label={t`Add at ${span}, ${column.label}`}
          onKeyDown={onKeyDown}
        >
          {span}
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={span}>
        <Menu.Item leftSection={<IconCalendarPlus size={16} stroke={1.75} />} onClick={onBook}>
          <Trans>Book a visit</Trans>
        </Menu.Item>
        {canBlock && (
          <Menu.Item leftSection={<IconClockOff size={16} stroke={1.75} />} onClick={onBlock}>
            {column.resourceID === null ? <Trans>Block my time</Trans> : <Trans>Block time</Trans>}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
