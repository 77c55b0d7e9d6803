import type { InboxSearch } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useIsPhone } from '../../../ui/layout/use-viewport.ts'
import { useModalSlot } from '../../../ui/modal/modal-slot.ts'
import { InboxRail } from './InboxRail.tsx'

interface Props {
  search: InboxSearch
  onSearch: (search: InboxSearch) => void
  onClose: () => void
}

/** The inbox views where there is no space beside the list, as a sheet from the bottom on a phone. */
export function RailSheet({ search, onSearch, onClose }: Props) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const isShown = useModalSlot(onClose)
  return (
    <Drawer
      opened={isShown}
      returnFocus={false}
      onClose={onClose}
      position={isPhone ? 'bottom' : 'left'}
      size={isPhone ? '75%' : 280}
      title={t`Inbox views`}
      padding={0}
      styles={{
        content: { display: 'flex', flexDirection: 'column' },
        header: { padding: '8px 16px' },
        body: { flex: 1, minHeight: 0 },
      }}
      closeButtonProps={{ 'aria-label': t`Close` }}
      transitionProps={{ duration: 120 }}
    >
      <InboxRail
        search={search}
        onSearch={(next) => {
          onSearch(next)
          onClose()
        }}
      />
    </Drawer>
  )
}
