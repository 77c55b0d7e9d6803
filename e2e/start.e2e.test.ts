import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../apps/server/src/testing/started-process.ts'
import { ROOT } from '../scripts/run-steps.ts'
import { openBrowser, visit } from './browser.ts'

// Runs the README's first command, as a new user does.

let dataDir: string
let url: string
let said = ''
let stop: () => Promise<void>
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'frontdesk-start-'))
  await chmod(dataDir, 0o755)
  const port = await freePort()
  url = `http://localhost:${port}`
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: '', PORT: String(port), DATA_DIR: path.join(dataDir, 'data') },
  })
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (said += chunk))
  const closed = new Promise<void>((resolve) => npm.once('close', () => resolve()))
  stop = async () => {
    npm.kill('SIGTERM')
    await closed
  }
  await new Promise<void>((resolve, reject) => {
    npm.stdout.on('data', () => said.includes('Demo logins') && resolve())
    npm.once('close', () => reject(new Error(`It did not start:\n${said}`)))
  })
}, 90_000)
afterAll(async () => {
  await stop()
  await rm(dataDir, { recursive: true, force: true })
}, 30_000)

test('the printed URL and sign-in open the inbox of the demo business', async () => {
  const browser = await openBrowser()
  const { page, complaints } = await visit(browser, url, null)
  await page.goto('/')
  await page.getByLabel('Email').fill(/owner@\S+/.exec(said)?.[0] ?? '')
  await page.getByLabel('Password', { exact: true }).fill(/password (\S+):/.exec(said)?.[1] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const threads = page.getByRole('region', { name: 'Conversations' }).getByRole('link')
  await threads.nth(5).waitFor()
  expect(complaints).toEqual([])
  await browser.close()
})

describe('the HTML page', () => {
  const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + address, { method, headers: { 'accept-encoding': 'identity', ...headers } })

  test.each(['/', '/conversations/', '/auth/login?redirect=%2F'])(
    '%s serves the app to any client',
    async (address) => {
      for (const [method, accept] of [
        ['GET', 'text/html'],
        ['GET', '*/*'],
        ['HEAD', '*/*'],
      ] as const) {
        const answer = await get(address, { accept }, method)
        expect([method, accept, answer.status]).toEqual([method, accept, 200])
        expect(answer.headers.get('content-type')).toContain('text/html')
        expect(answer.headers.get('cache-control')).toBe('no-cache')
      }
    },
  )

  test('has the security headers, and none of its assets needs an exception', async () => {
    const answer = await get('/')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    const page = await answer.text()
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
    expect(page).not.toMatch(/\son\w+=/)
    for (const [, source] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(source).toMatch(/^\//)
      expect([source, (await get(source ?? '')).status]).toEqual([source, 200])
    }
  })

  test('is not served for a missing file or endpoint', async () => {
    for (const address of ['/nothing.js', '/assets/gone-1234.js', '/assets/', '/api/main/Nothing', '/files/x']) {
      const answer = await get(address)
      expect([address, answer.status, await answer.json()]).toMatchObject([
        address,
        404,
        { errorCode: expect.stringMatching(/NotFound$/) },
      ])
    }
  })
})

test('stopping npm stops the server and its database', async () => {
  await stop()
  await expect
    .poll(
      () =>
        fetch(`${url}/healthz`).then(
          () => 'answers',
          () => 'refused',
        ),
      { timeout: 20_000 },
    )
    .toBe('refused')
})
