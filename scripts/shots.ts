import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type AuthResult, contract } from '@frontdesk/contract/api'
import type { BrowserContextOptions } from 'playwright-core'
import { seedDemo } from '../apps/server/src/demo/seed-demo.ts'
import { markDevAdmins } from '../apps/server/src/modules/subscription/index.ts'
import { callEndpoint, ok } from '../apps/server/src/testing/client.ts'
import { startThrowawayInstance } from '../apps/server/src/testing/replay/start-throwaway-instance.ts'
import type { TestUser } from '../apps/server/src/testing/test-instance.ts'
import { DESKTOP, openBrowser, PHONE, visit } from '../e2e/browser.ts'
import {
  addressOf,
  createAutomation,
  createCampaigns,
  createGroup,
  createKeyword,
  createPayment,
  createService,
  NEEDS_NO_LOGIN,
  type Subjects,
  screenRoutes,
  settle,
} from '../e2e/screen-routes.ts'
import { buildWeb } from './build-web.ts'
import { ROOT } from './run-steps.ts'

// npm run shots: screenshots of every screen of the demo business in light, dark and phone layout, in shots/.

const FOLDER = path.join(ROOT, 'shots')
const OWNER = 'owner@harbor-dental.test'
const SIZES: Record<string, BrowserContextOptions> = {
  light: { ...DESKTOP, colorScheme: 'light' },
  dark: { ...DESKTOP, colorScheme: 'dark' },
  phone: PHONE,
}

async function main(): Promise<void> {
  await buildWeb()
  const instance = await startThrowawayInstance()
  const browser = await openBrowser()
  try {
    await seedDemo(instance.server, instance.sandbox)
    await markDevAdmins(instance.server.database.directory, [OWNER])
    await rm(FOLDER, { recursive: true, force: true })
    for (const [size, options] of Object.entries(SIZES)) {
      // One session per browser: a refresh token can be used once.
      const { auth, ...subjects } = await signIn(instance.url)
      const folder = path.join(FOLDER, size)
      await mkdir(folder, { recursive: true })
      const visitor = await visit(browser, instance.url, null, options)
      const owner = await visit(browser, instance.url, { auth }, options)
      for (const to of await screenRoutes()) {
        const { page } = NEEDS_NO_LOGIN.test(to) ? visitor : owner
        await page.goto(addressOf(to, subjects))
        await settle(page)
        const name = to
          .slice(1)
          .replaceAll('/', '-')
          .replace(/\$(sid|id|groupSid|messageId|campaignID|automationID|keywordID|serviceID|invoiceid)/, 'one')
          .replace('$', 'not-found')
        await page.screenshot({ path: path.join(folder, `${name}.png`) })
        process.stdout.write('.')
      }
      await visitor.close()
      await owner.close()
    }
    process.stdout.write(`\nScreenshots: ${FOLDER}\n`)
  } finally {
    await browser.close()
    await instance.close()
  }
}

/** Signs in the demo's owner, and finds or creates what the screens are about. */
async function signIn(url: string): Promise<Subjects & { auth: AuthResult }> {
  const auth = ok(
    await callEndpoint(url, contract.accounts.authenticate, { userName: OWNER, password: 'frontdesk-demo' }),
  )
  const { data } = ok(await callEndpoint(url, contract.conversations.getList, { pageSize: 1 }, auth.bearerToken))
  const [conversation] = data.conversations
  const contactId = conversation?.contact.id ?? ''
  const call: TestUser['call'] = (endpoint, input) => callEndpoint(url, endpoint, input, auth.bearerToken)
  const group = await createGroup(call, contactId)
  const campaigns = await createCampaigns(call, group.groupSid)
  const automation = await createAutomation(call)
  const keyword = await createKeyword(call)
  const service = await createService(call, auth.userId)
  const payment = await createPayment(call, {
    locationID: conversation?.contact.locationID ?? '',
    contactID: contactId,
  })
  return {
    auth,
    sid: conversation?.sid ?? '',
    contactId,
    ...group,
    ...campaigns,
    ...automation,
    ...keyword,
    ...service,
    ...payment,
  }
}

await main()
