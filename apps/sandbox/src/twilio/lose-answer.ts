import type { FastifyReply } from 'fastify'
import { strike } from '../carrier/strike.ts'
import type { World } from '../platform/world.ts'
import type { Message } from '../store/messages.ts'

const GIVE_UP_MS = 60_000

/** The text is accepted, but its sender never hears so: the connection stays silent and is then cut. */
export function loseAnswer(world: World, message: Message, reply: FastifyReply): boolean {
  const { phone, number, accountSid } = message
  const fault = strike(world, 'answer-lost', { phone, number, accountSid })
  if (!fault) return false

  reply.hijack()
  const timer = setTimeout(() => reply.raw.destroy(), fault.ms ?? GIVE_UP_MS)
  timer.unref()
  world.lostAnswers.add(reply.raw)
  reply.raw.once('close', () => {
    clearTimeout(timer)
    world.lostAnswers.delete(reply.raw)
  })
  return true
}
