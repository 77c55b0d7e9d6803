import { setTimeout } from 'node:timers/promises'
import { strike } from '../carrier/strike.ts'
import type { World } from '../platform/world.ts'
import { type FaultKind, NOBODY } from '../store/faults.ts'
import { readChatRequest } from './chat-request.ts'
import { completeChat, taskOf } from './complete-chat.ts'
import { OpenAiError } from './openai-error.ts'

interface ChatAnswer {
  requestId: string
  status: number
  headers: Record<string, string>
  body: object
}

/** Answers, or misbehaves as it was asked to, and writes down both sides. `gone` ends a delay early. */
export async function answerChat(world: World, asked: unknown, gone: AbortSignal): Promise<ChatAnswer> {
  const faults: FaultKind[] = []
  const misbehave = (kind: FaultKind) => {
    const fault = strike(world, kind, NOBODY)
    if (fault) faults.push(kind)
    return fault
  }
  const { id, requestId } = world.modelRequests.add(asked, taskIn(asked), world.now())

  const late = misbehave('delay-model')
  if (late) await setTimeout(late.ms ?? 0, undefined, { signal: gone, ref: false }).catch(() => undefined)

  const answer = (status: number, body: object, headers: Record<string, string> = {}): ChatAnswer => {
    world.modelRequests.finish(id, { status, answer: body, faults, answeredAt: world.now() })
    return { requestId, status, headers, body }
  }
  try {
    const failure = misbehave('fail-model')
    if (failure) throw failed(failure.code ?? 500, failure.ms ?? undefined)
    const request = readChatRequest(asked)
    const mischief = {
      isRefused: misbehave('refuse-model') !== undefined,
      isGarbled: misbehave('garble-model') !== undefined,
      isCut: misbehave('cut-model') !== undefined,
    }
    return answer(200, completeChat(request, mischief, world.now()))
  } catch (error) {
    if (!(error instanceof OpenAiError)) throw error
    return answer(error.status, error.toJSON(), error.headers)
  }
}

function taskIn(asked: unknown) {
  const messages = Object(asked).messages
  return Array.isArray(messages) ? taskOf(messages.map(Object)) : undefined
}

/** How OpenAI words a failure with this status. */
export function failed(status: number, retryAfterMs = 1000): OpenAiError {
  if (status === 429) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
    return new OpenAiError(429, `Rate limit reached for requests. Please try again in ${seconds}s.`, {
      type: 'requests',
      code: 'rate_limit_exceeded',
      headers: { 'retry-after': String(seconds) },
    })
  }
  if (status === 401) return new OpenAiError(401, 'Incorrect API key provided.', { code: 'invalid_api_key' })
  if (status < 500) return new OpenAiError(status, 'The sandbox was asked to refuse this request.')
  return new OpenAiError(status, 'The server had an error while processing your request. Sorry about that!', {
    type: 'server_error',
  })
}
