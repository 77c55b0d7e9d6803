import { expect, test } from 'vitest'
import type { ContractCheck } from './contract-check.ts'
import { checkOpenAiContract, hasOpenAiContract } from './openai-contract.ts'
import { startSandbox } from './start-sandbox.ts'

const title = hasOpenAiContract() ? '' : ' (skipped: ../shared/contracts/openai is missing)'

async function startChecked() {
  let contract!: ContractCheck
  const harness = await startSandbox({}, (app) => {
    contract = checkOpenAiContract(app)
  })
  const post = (body: unknown) =>
    fetch(`${harness.origin}/sandbox/openai/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-test', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { harness, post, contract }
}

const REQUEST = {
  model: 'sandbox-translator',
  temperature: 0,
  max_completion_tokens: 500,
  messages: [
    { role: 'system', content: 'Translate the text into the language it names. Answer as JSON.' },
    { role: 'user', content: JSON.stringify({ text: 'Hola', to: 'en' }) },
  ],
  response_format: {
    type: 'json_schema',
    json_schema: {
      name: 'translation',
      strict: true,
      schema: {
        type: 'object',
        properties: { language: { type: 'string' }, translation: { type: 'string' } },
        required: ['language', 'translation'],
        additionalProperties: false,
      },
    },
  },
}

test.skipIf(!hasOpenAiContract())(`requests and responses conform to OpenAI’s published contract${title}`, async () => {
  const { harness, post, contract } = await startChecked()
  const parts = [{ role: 'user', content: [{ type: 'text', text: '{"text":"Gracias","to":"en"}' }] }]

  expect((await post(REQUEST)).status).toBe(200)
  expect((await post({ ...REQUEST, messages: parts, response_format: undefined })).status).toBe(200)
  expect((await post({ ...REQUEST, messages: [{ role: 'user', content: 'Tell me a joke' }] })).status).toBe(200)
  for (const kind of ['refuse-model', 'garble-model', 'cut-model']) {
    await harness.api('POST', '/faults', { kind, times: 1 })
    expect((await post(REQUEST)).status).toBe(200)
  }
  for (const code of [401, 429, 500, 503]) {
    await harness.api('POST', '/faults', { kind: 'fail-model', code, times: 1 })
    expect((await post(REQUEST)).status).toBe(code)
  }
  expect((await post({ ...REQUEST, model: 'gpt-4o' })).status).toBe(404)
  expect((await post({ ...REQUEST, stream: true })).status).toBe(400)
  const headers = { authorization: 'Bearer sk-test' }
  expect((await fetch(`${harness.origin}/sandbox/openai/v1/models`, { headers })).status).toBe(200)
  expect((await fetch(`${harness.origin}/sandbox/openai/v1/models`)).status).toBe(401)

  expect(contract.count()).toBeGreaterThan(12)
  expect(() => contract.assertNoViolations()).not.toThrow()
  await harness.stop()
})

test.skipIf(!hasOpenAiContract())(`reports misspelled fields${title}`, async () => {
  const { harness, post, contract } = await startChecked()
  await post({ ...REQUEST, temprature: 0 })
  await post({ ...REQUEST, messages: [{ role: 'invalid', content: 'Hello' }] })
  expect(() => contract.assertNoViolations()).toThrow(/temprature/)
  expect(() => contract.assertNoViolations()).toThrow(/messages\/0/)
  await harness.stop()
})
