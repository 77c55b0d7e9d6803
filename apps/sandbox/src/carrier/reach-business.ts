import type { World } from '../platform/world.ts'
import type { Media } from '../store/media.ts'
import type { Message } from '../store/messages.ts'
import { receiveText } from './receive-text.ts'

/** A delivered text whose receiver is no phone but another business arrives there as any other text would. */
export function reachBusiness(world: World, message: Message): void {
  const number = world.numbers.findByPhoneNumber(message.phone)
  if (!number) return
  const media = world.media.listOfMessage(message.sid).map(({ sid }) => world.media.find(sid) as Media)
  receiveText(world, { phone: message.number, number, body: message.body, media })
}
