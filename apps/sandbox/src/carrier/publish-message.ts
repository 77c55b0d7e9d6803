import { toPhoneMessage } from '../api/phone-message.ts'
import type { World } from '../platform/world.ts'
import type { Message } from '../store/messages.ts'

export function publishMessage(world: World, message: Message): void {
  world.db.afterCommit(() => world.live.publish(() => ({ type: 'message', message: toPhoneMessage(world, message) })))
}
