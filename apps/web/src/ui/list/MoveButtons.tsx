import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'

interface Props<Item> {
  items: readonly Item[]
  index: number
  name: string
  /** Called with the list in its new order. */
  onMove: (next: Item[]) => void
}

/** Moves an item of a list up or down. */
export function MoveButtons<Item>({ items, index, name, onMove }: Props<Item>) {
  const { t } = useLingui()
  const move = (by: -1 | 1) => {
    const next = [...items]
    next.splice(index + by, 0, ...next.splice(index, 1))
    onMove(next)
  }
  return (
    <>
      <ActionIcon aria-label={t`Move ${name} up`} disabled={index === 0} onClick={() => move(-1)}>
        <IconArrowUp size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label={t`Move ${name} down`} disabled={index === items.length - 1} onClick={() => move(1)}>
        <IconArrowDown size={16} stroke={1.75} />
      </ActionIcon>
    </>
  )
}
