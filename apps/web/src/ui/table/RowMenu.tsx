import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'

interface Props {
  label: string
  width?: number
  defaultOpened?: boolean
  buttonRef?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** The actions of a row. In a portal: the table scrolls, and would cut the menu off at its edges. */
export function RowMenu({ label, width = 220, defaultOpened, buttonRef, children }: Props) {
  return (
    <Menu position="bottom-end" width={width} withinPortal defaultOpened={defaultOpened}>
      <Menu.Target>
        <ActionIcon aria-label={label} ref={buttonRef}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
