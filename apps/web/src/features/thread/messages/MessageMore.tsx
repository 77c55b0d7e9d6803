import type { Message } from '@frontdesk/contract/api'
import { lazyOnInteraction, type TriggerHandlers } from '../../../ui/lazy/lazy-on-interaction.tsx'
import { MoreButton } from './MoreButton.tsx'

const MessageMenu = lazyOnInteraction(async () => (await import('./MessageMenu.tsx')).MessageMenu)

interface Props {
  message: Message
  isNewest: boolean
  onEdit?: () => void
}

/** The menu button of a message. One Tab stop in the whole thread; arrow keys move between messages. */
export function MessageMore({ message, isNewest, onEdit }: Props) {
  const trigger = (handlers: Partial<TriggerHandlers>) => <MoreButton isNewest={isNewest} {...handlers} />
  return <MessageMenu message={message} onEdit={onEdit} isNewest={isNewest} trigger={trigger} />
}
