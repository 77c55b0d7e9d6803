import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startSandbox } from './testing/start-sandbox.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'))
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function run(databaseFile: string) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, PORT: '0', SANDBOX_DATABASE: databaseFile, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closers.push(() => child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const origin = /http:\/\/[\d.:]+/.exec(String(line))?.[0] ?? ''
  const call = async (pathname: string, body: BodyInit, headers: Record<string, string>) => {
    const response = await fetch(`${origin}/sandbox${pathname}`, { method: 'POST', body, headers })
    return (await response.json()) as Record<string, string>
  }
  return {
    child,
    api: (pathname: string, body: object) =>
      call(`/api${pathname}`, JSON.stringify(body), { 'content-type': 'application/json' }),
    twilio: (account: Record<string, string>, resource: string, fields: Record<string, string>) =>
      call(`/twilio/2010-04-01/Accounts/${account.sid}/${resource}.json`, new URLSearchParams(fields), {
        authorization: `Basic ${btoa(`${account.sid}:${account.authToken}`)}`,
      }),
  }
}

test('resumes accepted texts and statuses after SIGKILL', async () => {
  const databaseFile = path.join(folder, 'sandbox.sqlite')
  const seen: string[] = []
  let isSilent = true
  const receiver = http.createServer(async (request, response) => {
    let form = ''
    for await (const part of request) form += part
    // Never responds at first, so that the webhook is in flight when the sandbox is killed.
    if (isSilent) return
    const fields = new URLSearchParams(form)
    seen.push(fields.get('MessageStatus') ?? fields.get('Body') ?? '')
    response.writeHead(204).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  closers.push(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const { port } = receiver.address() as { port: number }
  const url = `http://127.0.0.1:${port}/hook`

  const first = await run(databaseFile)
  const account = await first.api('/accounts', { friendlyName: 'Harbor Dental' })
  const { phone_number: number = '' } = await first.twilio(account, 'IncomingPhoneNumbers', {
    AreaCode: '206',
    SmsUrl: url,
  })
  const texts = Array.from({ length: 5 }, (_, index) => `text ${index}`)
  for (const body of texts) await first.api('/phones/+14155550142/messages', { to: number, body })
  await first.twilio(account, 'Messages', { From: number, To: '+14155550143', Body: 'out', StatusCallback: url })
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  isSilent = false
  await run(databaseFile)
  await expect.poll(() => seen.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(8)
  expect(seen.filter((item) => item.startsWith('text'))).toEqual(texts)
  expect(seen.filter((item) => !item.startsWith('text'))).toEqual(['sending', 'sent', 'delivered'])
})

test('close aborts pending webhooks and statuses', async () => {
  const harness = await startSandbox({ statusDelayMs: 60_000 })
  const number = await harness.buyNumber()
  harness.respondWith(() => new Promise(() => undefined))
  await harness.client.messages.create({ from: number, to: '+14155550142', body: 'x' })
  await harness.app.close()
  await harness.sandbox.close()
})
