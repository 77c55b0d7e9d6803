import type { Message } from '@frontdesk/contract/api'
import { lazyOnInteraction, type TriggerHandlers } from '../../../ui/lazy/lazy-on-interaction.tsx'
import { MoreButton } from './MoreButton.tsx'

const MessageMenu = lazyOnInteraction(async () => (await import('./MessageMenu.tsx')).MessageMenu)

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
