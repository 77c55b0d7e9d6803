import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let harness: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  harness = await startSandbox()
})
afterAll(() => harness.stop())

async function request(path: string, body?: unknown, key: string | null = 'sk-test') {
  const response = await fetch(`${harness.origin}/sandbox/openai${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const chatRequest = (text: string, to = 'en', more: object = {}) => ({
  model: 'sandbox-translator',
  messages: [
    { role: 'system', content: 'Translate.' },
    { role: 'user', content: JSON.stringify({ text, to }) },
  ],
  ...more,
})
const complete = (text: string, to = 'en', more: object = {}) =>
  request('/v1/chat/completions', chatRequest(text, to, more))
const addFault = async (input: object) => {
  expect((await harness.api('POST', '/faults', input)).status).toBe(201)
}
const loggedRequests = async (search: string) =>
  (await harness.api('GET', `/openai/requests?search=${encodeURIComponent(search)}`)).body.requests

test('responds with the language and the translation', async () => {
  const response = await complete('Hola, ¿puedo cambiar mi cita del martes?')
  expect(response.status).toBe(200)
  expect(response.body).toMatchObject({
    id: expect.stringMatching(/^chatcmpl-/),
    object: 'chat.completion',
    model: 'sandbox-translator',
    choices: [{ index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', refusal: null } }],
  })
  expect(JSON.parse(response.body.choices[0].message.content)).toEqual({
    language: 'es',
    translation: 'Hello, can I change my appointment on Tuesday?',
  })
  const { prompt_tokens, completion_tokens, total_tokens } = response.body.usage
  expect(total_tokens).toBe(prompt_tokens + completion_tokens)
  const longer = await complete(`${'Hola, ¿puedo cambiar mi cita del martes? '.repeat(10)}`)
  expect(longer.body.usage.prompt_tokens).toBeGreaterThan(prompt_tokens + 100)
  expect(longer.body.usage.completion_tokens).toBeGreaterThan(completion_tokens + 100)
})

test('ignores the region of the target language', async () => {
  const { body } = await complete('Thank you', 'ES-MX')
  expect(JSON.parse(body.choices[0].message.content)).toEqual({ language: 'en', translation: 'Gracias' })
})

test('explains what the model does when the request is not a translation', async () => {
  for (const content of ['Tell me a joke', '{"text":"Hola"}', '{"text":1,"to":"en"}', '']) {
    const { status, body } = await request('/v1/chat/completions', {
      model: 'sandbox-translator',
      messages: [{ role: 'user', content }],
    })
    expect(status).toBe(200)
    expect(body.choices[0].message.content).toMatch(/only translate/)
  }
})

test('lists the models', async () => {
  const { body } = await request('/v1/models')
  expect(body).toMatchObject({ object: 'list', data: [{ id: 'sandbox-translator', object: 'model' }] })
})

const CHAT = '/v1/chat/completions'
test.each<[string, string, unknown, string | null, number, object]>([
  ['no key', CHAT, chatRequest('Hola'), null, 401, { type: 'invalid_request_error', code: null }],
  ['no key for the models', '/v1/models', undefined, null, 401, { type: 'invalid_request_error' }],
  ['another model', CHAT, chatRequest('Hola', 'en', { model: 'gpt-4o' }), 'k', 404, { code: 'model_not_found' }],
  ['no model', CHAT, { messages: [] }, 'k', 400, { type: 'invalid_request_error' }],
  ['no messages', CHAT, { model: 'sandbox-translator' }, 'k', 400, { param: 'messages' }],
  [
    'an unknown role',
    CHAT,
    chatRequest('', '', { messages: [{ role: 'x' }] }),
    'k',
    400,
    { param: 'messages[0].role' },
  ],
  [
    'a stream',
    CHAT,
    chatRequest('Hola', 'en', { stream: true }),
    'k',
    400,
    { param: 'stream', code: 'unsupported_value' },
  ],
  ['no JSON', CHAT, '{', 'k', 400, { type: 'invalid_request_error' }],
  ['no object', CHAT, [], 'k', 400, { type: 'invalid_request_error' }],
  ['another path', '/v1/embeddings', {}, 'k', 404, { message: 'Invalid URL (POST /v1/embeddings)' }],
  [
    'JSON mode without the word',
    CHAT,
    chatRequest('Hola', 'en', { response_format: { type: 'json_object' } }),
    'k',
    400,
    { param: 'messages' },
  ],
  [
    'a strict schema that is not strict',
    CHAT,
    chatRequest('Hola', 'en', {
      response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema: { type: 'object' } } },
    }),
    'k',
    400,
    { param: 'response_format', message: expect.stringContaining('additionalProperties') },
  ],
])('%s is rejected with OpenAI’s error', async (_name, path, body, key, status, error) => {
  const response = await request(path, body, key)
  expect(response.status).toBe(status)
  expect(response.body).toEqual({
    error: {
      message: expect.any(String),
      type: expect.any(String),
      param: response.body.error.param,
      code: response.body.error.code,
    },
  })
  expect(response.body.error).toMatchObject(error)
})

test('fail-model: 429 has a retry-after header, and the next request succeeds', async () => {
  await addFault({ kind: 'fail-model', code: 429, ms: 2500, times: 1 })
  const { status, headers, body } = await complete('Hola')
  expect(status).toBe(429)
  expect(headers.get('retry-after')).toBe('3')
  expect(body.error).toMatchObject({ type: 'requests', code: 'rate_limit_exceeded' })
  expect((await complete('Hola')).status).toBe(200)
})

test.each([
  [500, 'server_error', null],
  [503, 'server_error', null],
  [401, 'invalid_request_error', 'invalid_api_key'],
])('fail-model: %i', async (code, type, errorCode) => {
  await addFault({ kind: 'fail-model', code, times: 1 })
  const { status, body } = await complete('Hola')
  expect(status).toBe(code)
  expect(body.error).toMatchObject({ type, code: errorCode })
})

test('delay-model: the response is delayed', async () => {
  await addFault({ kind: 'delay-model', ms: 200, times: 1 })
  const begin = performance.now()
  expect((await complete('Hola')).status).toBe(200)
  expect(performance.now() - begin).toBeGreaterThanOrEqual(195)
})

test('a long delay does not block shutdown', async () => {
  const other = await startSandbox()
  await other.api('POST', '/faults', { kind: 'delay-model', ms: 600_000 })
  const pending = fetch(`${other.origin}/sandbox/openai/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
    body: JSON.stringify(chatRequest('Hola')),
  }).catch(() => undefined)
  await expect.poll(async () => (await other.api('GET', '/openai/requests')).body.requests).toHaveLength(1)
  await other.stop()
  await pending
})

test('garble-model: text instead of JSON', async () => {
  await addFault({ kind: 'garble-model', times: 1 })
  const { body } = await complete('Hola')
  expect(body.choices[0].finish_reason).toBe('stop')
  expect(() => JSON.parse(body.choices[0].message.content)).toThrow()
})

test('cut-model and max_completion_tokens truncate the response', async () => {
  await addFault({ kind: 'cut-model', times: 1 })
  const cut = (await complete('Hola')).body
  expect(cut.choices[0].finish_reason).toBe('length')
  expect('{"language":"es","translation":"Hello"}').toContain(cut.choices[0].message.content)
  expect(() => JSON.parse(cut.choices[0].message.content)).toThrow()

  const limited = (await complete('Hola', 'en', { max_completion_tokens: 3 })).body
  expect(limited.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: '{"lang' } })
  expect(limited.usage.completion_tokens).toBe(3)
})

test('refuse-model: no content, but a refusal', async () => {
  await addFault({ kind: 'refuse-model', times: 1 })
  const { body } = await complete('Hola')
  expect(body.choices[0].message).toMatchObject({ content: null, refusal: expect.stringContaining('sorry') })
})

test.each([{ kind: 'fail-model' }, { kind: 'fail-model', code: 30007 }, { kind: 'delay-model' }])(
  '%j is rejected as incomplete',
  async (input) => {
    expect(await harness.api('POST', '/faults', input)).toMatchObject({ status: 422 })
  },
)

test('a language model fault ignores its phone', async () => {
  await addFault({ kind: 'refuse-model', phone: '+14155550142', times: 1 })
  expect((await complete('Hola')).body.choices[0].message.content).toBeNull()
})

test('logs the requests', async () => {
  await addFault({ kind: 'fail-model', code: 500, times: 1 })
  const { headers } = await complete('¿Aceptan tarjetas?')
  await complete('¿Aceptan tarjetas?')
  const requests = await loggedRequests('tarjetas?')
  expect(requests).toMatchObject([
    {
      text: '¿Aceptan tarjetas?',
      to: 'en',
      status: 200,
      faults: [],
      request: chatRequest('¿Aceptan tarjetas?'),
      answer: { object: 'chat.completion' },
    },
    { requestId: headers.get('x-request-id'), status: 500, faults: ['fail-model'] },
  ])
  expect(await loggedRequests('no such text')).toEqual([])
  expect((await harness.api('GET', '/openai/requests?limit=1')).body.requests).toHaveLength(1)
})
