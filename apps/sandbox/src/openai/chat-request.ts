import { z } from 'zod'
import { OpenAiError } from './openai-error.ts'

export const MODEL = 'sandbox-translator'

const Part = z.object({ type: z.string(), text: z.string().optional() })

const Limit = z.number().int().min(1).nullish()

const ChatRequest = z.object({
  model: z.string(),
  messages: z
    .array(
      z.object({
        role: z.enum(['developer', 'system', 'user', 'assistant', 'tool', 'function']),
        content: z.union([z.string(), z.array(Part).min(1)]).nullish(),
      }),
    )
    .min(1),
  stream: z.boolean().nullish(),
  n: z.literal(1).nullish(),
  max_tokens: Limit,
  max_completion_tokens: Limit,
  response_format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.object({
          name: z.string().regex(/^[\w-]{1,64}$/),
          schema: z.record(z.string(), z.unknown()).optional(),
          strict: z.boolean().nullish(),
        }),
      }),
    ])
    .nullish(),
})

export type ChatRequest = z.output<typeof ChatRequest>

const pathOf = (path: PropertyKey[]) =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index ? '.' : ''}${String(key)}`)).join('')

function toInvalidRequest(body: unknown, { issues: [issue] }: z.ZodError): OpenAiError {
  const path = issue?.path ?? []
  const param = pathOf(path)
  const isMissing = path.reduce<unknown>((at, key) => Object(at)[key], body) === undefined
  return isMissing
    ? new OpenAiError(400, `Missing required parameter: '${param}'.`, { param, code: 'missing_required_parameter' })
    : new OpenAiError(400, `Invalid value for '${param}': ${issue?.message}.`, { param, code: 'invalid_value' })
}

/** Validates a request; throws OpenAI's error for what is wrong with it. */
export function readChatRequest(body: unknown): ChatRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new OpenAiError(400, 'We could not parse the JSON body of your request. It must be a JSON object.')
  }
  if (!('model' in body)) throw new OpenAiError(400, 'you must provide a model parameter')
  const { data: request, error } = ChatRequest.safeParse(body)
  if (error) throw toInvalidRequest(body, error)
  if (request.model !== MODEL) {
    throw new OpenAiError(404, `The model \`${request.model}\` does not exist or you do not have access to it.`, {
      code: 'model_not_found',
    })
  }
  if (request.stream) {
    throw new OpenAiError(400, "Unsupported value: 'stream' does not support true with this model.", {
      param: 'stream',
      code: 'unsupported_value',
    })
  }
  const format = request.response_format
  if (format?.type === 'json_object' && !request.messages.some((message) => /json/i.test(textOf(message)))) {
    throw new OpenAiError(
      400,
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      { param: 'messages' },
    )
  }
  if (format?.type === 'json_schema' && format.json_schema.strict) {
    const schemaError = findSchemaError(format.json_schema.schema ?? {})
    if (schemaError) {
      throw new OpenAiError(400, `Invalid schema for response_format '${format.json_schema.name}': ${schemaError}`, {
        param: 'response_format',
      })
    }
  }
  return request
}

export const textOf = ({ content }: ChatRequest['messages'][number]): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')

/** Checks the requirements of strict schemas. https://platform.openai.com/docs/guides/structured-outputs */
function findSchemaError(schema: Record<string, unknown>): string | undefined {
  if (schema.type !== 'object') return `schema must be a JSON Schema of 'type: "object"', got '${schema.type}'.`
  if (schema.additionalProperties !== false) {
    return "In context=(), 'additionalProperties' is required to be supplied and to be false."
  }
  const names = Object.keys(Object(schema.properties))
  const required = Array.isArray(schema.required) ? schema.required : []
  const missing = names.find((name) => !required.includes(name))
  return missing === undefined
    ? undefined
    : `In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
}
