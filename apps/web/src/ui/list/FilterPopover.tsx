import { useLingui } from '@lingui/react/macro'
import { Drawer, Popover } from '@mantine/core'
import { type ReactElement, type ReactNode, type Ref, useRef, useState } from 'react'
import { useIsPhone } from '../layout/use-viewport.ts'
import { useModalSlot } from '../modal/modal-slot.ts'

interface Props {
  button: (props: { ref: Ref<HTMLButtonElement>; onClick: () => void }) => ReactElement
  isOpenAtFirst?: boolean
  children: (close: () => void) => ReactNode
}

/** The filters of a list behind a button; a sheet on a phone. */
export function FilterPopover({ button, isOpenAtFirst = false, children }: Props) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const target = useRef<HTMLButtonElement>(null)
  const toggle = (isNextOpen: boolean) => {
    setIsOpen(isNextOpen)
    // The button that opened it first may have been a placeholder of this code, so the popover could not return the
    // focus.
    if (!isNextOpen) target.current?.focus()
  }
  const filters = children(() => toggle(false))
  if (isPhone) {
    return (
      <>
        {button({ ref: target, onClick: () => toggle(true) })}
        {isOpen && <FilterSheet onClose={() => toggle(false)}>{filters}</FilterSheet>}
      </>
    )
  }
  return (
    <Popover
      position="bottom-end"
      width={340}
      shadow="md"
      trapFocus
      closeOnEscape={false}
      opened={isOpen}
      onChange={toggle}
    >
      <Popover.Target>{button({ ref: target, onClick: () => toggle(!isOpen) })}</Popover.Target>
      {/* Below the header of the list, also on a low screen. */}
      <Popover.Dropdown
        aria-label={t`Filter`}
        mah="calc(100dvh - 260px)"
        style={{ overflowY: 'auto' }}
        // The first Escape closes an open list of choices, the next one the panel.
        onKeyDownCapture={({ key, target: focused }) => {
          const hasOpenList = focused instanceof Element && focused.getAttribute('aria-expanded') === 'true'
          if (key === 'Escape' && !hasOpenList) toggle(false)
        }}
      >
        {filters}
      </Popover.Dropdown>
    </Popover>
  )
}

function FilterSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useLingui()
  const isShown = useModalSlot(onClose)
  return (
    <Drawer
      opened={isShown}
      returnFocus={false}
      onClose={onClose}
      position="bottom"
      size="85%"
      title={t`Filter`}
      closeButtonProps={{ 'aria-label': t`Close` }}
      transitionProps={{ duration: 120 }}
    >
      {children}
    </Drawer>
  )
}
