import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type ChatRequest, MODEL, textOf } from './chat-request.ts'
import { countPrompt, countTokens, firstTokens } from './count-tokens.ts'
import { translate } from './translate.ts'

const Task = z.object({ text: z.string(), to: z.string().regex(/^[a-z]{2,3}(-[a-z0-9]+)*$/i) })

export interface TranslationTask {
  text: string
  to: string
}

export interface InjectedFaults {
  isGarbled: boolean
  isCut: boolean
  isRefused: boolean
}

const UNSUPPORTED_REQUEST =
  'I can only translate. Please send me {"text": "…", "to": "en"} as the last message, with the language you want.'
const REFUSAL = 'I’m sorry, but I can’t help with that.'

/** Reads the translation task from the last user message; undefined when it contains none. */
export function taskOf(messages: ChatRequest['messages']): TranslationTask | undefined {
  const last = messages.findLast(({ role }) => role === 'user')
  try {
    const { text, to } = Task.parse(JSON.parse(last ? textOf(last) : ''))
    return { text, to: to.toLowerCase().split('-')[0] ?? '' }
  } catch {
    return undefined
  }
}

/** Translates the last user message; this model can do nothing else. */
export function completeChat(request: ChatRequest, injected: InjectedFaults, now: number) {
  const task = taskOf(request.messages)
  const translation = task ? translate(task.text, task.to) : undefined
  const reply = translation ? JSON.stringify(translation) : UNSUPPORTED_REQUEST
  const fullReply =
    translation && injected.isGarbled ? `Of course! Here is what it says: ${translation.translation}` : reply

  const limits = [
    request.max_completion_tokens,
    request.max_tokens,
    injected.isCut ? countTokens(fullReply) >> 1 : null,
  ]
  const limit = Math.min(...limits.map((max) => max ?? Number.POSITIVE_INFINITY))
  const isCut = !injected.isRefused && countTokens(fullReply) > limit
  const content = isCut ? firstTokens(fullReply, limit) : fullReply

  const prompt = countPrompt(request.messages.map(textOf))
  const completion = countTokens(injected.isRefused ? REFUSAL : content)
  return {
    id: `chatcmpl-${randomBytes(12).toString('hex')}`,
    object: 'chat.completion',
    created: Math.floor(now / 1000),
    model: MODEL,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: injected.isRefused ? null : content,
          refusal: injected.isRefused ? REFUSAL : null,
          annotations: [],
        },
        logprobs: null,
        finish_reason: isCut ? 'length' : 'stop',
      },
    ],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: 0,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    },
    service_tier: 'default',
  }
}
