import { setTimeout } from 'node:timers/promises'
import { applyFault } from '../carrier/apply-fault.ts'
import type { SandboxContext } from '../platform/context.ts'
import { type FaultKind, UNSCOPED } from '../store/faults.ts'
import { readChatRequest } from './chat-request.ts'
import { completeChat, taskOf } from './complete-chat.ts'
import { OpenAiError } from './openai-error.ts'

interface ChatResponse {
  requestId: string
  status: number
  headers: Record<string, string>
  body: object
}

/** Handles a chat completion with the active faults, and logs it. `disconnected` ends a delay early. */
export async function handleChat(
  context: SandboxContext,
  body: unknown,
  disconnected: AbortSignal,
): Promise<ChatResponse> {
  const faults: FaultKind[] = []
  const injectFault = (kind: FaultKind) => {
    const fault = applyFault(context, kind, UNSCOPED)
    if (fault) faults.push(kind)
    return fault
  }
  const { id, requestId } = context.modelRequests.add(body, taskIn(body), context.now())

  const delay = injectFault('delay-model')
  if (delay) await setTimeout(delay.ms ?? 0, undefined, { signal: disconnected, ref: false }).catch(() => undefined)

  const respond = (status: number, body: object, headers: Record<string, string> = {}): ChatResponse => {
    context.modelRequests.finish(id, { status, answer: body, faults, answeredAt: context.now() })
    return { requestId, status, headers, body }
  }
  try {
    const failure = injectFault('fail-model')
    if (failure) throw apiError(failure.code ?? 500, failure.ms ?? undefined)
    const request = readChatRequest(body)
    const injected = {
      isRefused: injectFault('refuse-model') !== undefined,
      isGarbled: injectFault('garble-model') !== undefined,
      isCut: injectFault('cut-model') !== undefined,
    }
    return respond(200, completeChat(request, injected, context.now()))
  } catch (error) {
    if (!(error instanceof OpenAiError)) throw error
    return respond(error.status, error.toJSON(), error.headers)
  }
}

function taskIn(body: unknown) {
  const messages = Object(body).messages
  return Array.isArray(messages) ? taskOf(messages.map(Object)) : undefined
}

/** OpenAI's error response for a status. */
export function apiError(status: number, retryAfterMs = 1000): OpenAiError {
  if (status === 429) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
    return new OpenAiError(429, `Rate limit reached for requests. Please try again in ${seconds}s.`, {
      type: 'requests',
      code: 'rate_limit_exceeded',
      headers: { 'retry-after': String(seconds) },
    })
  }
  if (status === 401) return new OpenAiError(401, 'Incorrect API key provided.', { code: 'invalid_api_key' })
  if (status < 500) return new OpenAiError(status, 'Rejected by a sandbox fault.')
  return new OpenAiError(status, 'The server had an error while processing your request. Sorry about that!', {
    type: 'server_error',
  })
}
