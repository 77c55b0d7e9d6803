import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { seedDemo } from '../apps/server/src/demo/seed-demo.ts'
import { markDevAdmins } from '../apps/server/src/modules/subscription/index.ts'
import { startThrowawayHouse } from '../apps/server/src/testing/replay/start-throwaway-house.ts'
import { SESSION_KEY } from '../apps/web/src/lib/session/stored-session.ts'
import { DESKTOP, openBrowser, PHONE } from '../e2e/browser.ts'
import { addressOf, NEEDS_NO_LOGIN, screenRoutes, settle } from '../e2e/screen-routes.ts'
import { buildWeb } from './build-web.ts'
import { ROOT } from './run-steps.ts'

// npm run shots: a picture of every screen of the demo business, light, dark and on a phone, in shots/.

const FOLDER = path.join(ROOT, 'shots')
const OWNER = 'owner@harbor-dental.test'
const SIZES: Record<string, BrowserContextOptions> = {
  light: { ...DESKTOP, colorScheme: 'light' },
  dark: { ...DESKTOP, colorScheme: 'dark' },
  phone: PHONE,
}
async function main(): Promise<void> {
  await buildWeb()
  const house = await startThrowawayHouse()
  const browser = await openBrowser()
  try {
    await seedDemo(house.server, house.sandbox)
    await markDevAdmins(house.server.database.directory, [OWNER])
    await rm(FOLDER, { recursive: true, force: true })
    for (const [size, options] of Object.entries(SIZES)) {
      const folder = path.join(FOLDER, size)
      await mkdir(folder, { recursive: true })
      const stranger = await (await browser.newContext({ ...options, baseURL: house.url, locale: 'en-US' })).newPage()
      const owner = await (await browser.newContext({ ...options, baseURL: house.url, locale: 'en-US' })).newPage()
      const sid = await signIn(owner)
      for (const to of await screenRoutes()) {
        const page = NEEDS_NO_LOGIN.test(to) ? stranger : owner
        await page.goto(addressOf(to, sid))
        await settle(page)
        const name = to.slice(1).replaceAll('/', '-').replace('-$', '-one').replace('$', 'not-found')
        await page.screenshot({ path: path.join(folder, `${name}.png`) })
        process.stdout.write('.')
      }
      await stranger.context().close()
      await owner.context().close()
    }
    process.stdout.write(`\nThe pictures are in ${FOLDER}\n`)
  } finally {
    await browser.close()
    await house.close()
  }
}

/** Signs the demo's owner in, and answers with a conversation to show. */
async function signIn(page: Page): Promise<string> {
  const { request } = page.context()
  const answer = await request.post('/api/main/Authenticate', {
    data: { userName: OWNER, password: 'frontdesk-demo' },
  })
  const session = await answer.json()
  await page
    .context()
    .addInitScript(
      ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
      [SESSION_KEY, JSON.stringify(session)],
    )
  const list = await request.post('/api/conversations/Conversation/get-list', {
    headers: { authorization: `Bearer ${session.bearerToken}` },
    data: { pageSize: 10 },
  })
  const { data } = await list.json()
  return data.conversations[0].sid
}

await main()
