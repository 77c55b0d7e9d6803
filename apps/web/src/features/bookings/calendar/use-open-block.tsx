import type { BookingBlock } from '@frontdesk/contract/api'
import { type ReactNode, useState } from 'react'
import { useBookingResources } from '../../../entities/booking-resource/queries.ts'
import { useMayManageResources } from '../../../entities/booking-resource/use-may-edit.ts'
import { useSession } from '../../../lib/session/session.ts'
import { BlockDetailsModal } from './BlockDetailsModal.tsx'

interface OpenBlock {
  /** Returns the handler that opens a block; undefined if the viewer may not remove it. */
  onOpenBlock: (block: BookingBlock) => (() => void) | undefined
  modal: ReactNode
}

/** The dialog of a blocked time, for those who may remove it. */
export function useOpenBlock(zone: string): OpenBlock {
  const [block, setBlock] = useState<BookingBlock | null>(null)
  const canAct = !useSession()?.viewingAs
  const mayManage = useMayManageResources()
  const resources = useBookingResources()
  return {
    onOpenBlock: (opened) => {
      const mayRemove = resources.some(({ id, isOwn }) => id === opened.resourceID && (isOwn || mayManage))
      return canAct && mayRemove ? () => setBlock(opened) : undefined
    },
    modal: block && <BlockDetailsModal block={block} zone={zone} onClose={() => setBlock(null)} />,
  }
}
