import type { FastifyReply } from 'fastify'
import { applyFault } from '../carrier/apply-fault.ts'
import type { SandboxContext } from '../platform/context.ts'
import type { Message } from '../store/messages.ts'

const HANG_UP_MS = 60_000

/** Fault `answer-lost`: the text is accepted, but the connection stays silent and is then closed. */
export function dropResponse(context: SandboxContext, message: Message, reply: FastifyReply): boolean {
  const { phone, number, accountSid } = message
  const fault = applyFault(context, 'answer-lost', { phone, number, accountSid })
  if (!fault) return false

  reply.hijack()
  const timer = setTimeout(() => reply.raw.destroy(), fault.ms ?? HANG_UP_MS)
  timer.unref()
  context.droppedResponses.add(reply.raw)
  reply.raw.once('close', () => {
    clearTimeout(timer)
    context.droppedResponses.delete(reply.raw)
  })
  return true
}
