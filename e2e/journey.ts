import type { Browser } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'
import { hasRedis, startRedis } from '../apps/server/src/testing/redis-server.ts'
import {
  startTestInstance,
  type TestInstance,
  type TestInstanceOptions,
} from '../apps/server/src/testing/test-instance.ts'
import { openBrowser, spreadVisitors } from './browser.ts'

export interface Journey {
  instance: TestInstance
  browser: Browser
}

let browser: Promise<Browser> | undefined
let shared: Promise<TestInstance> | undefined

/**
 * A browser, and the instance that all files of a worker share; each journey takes a tenant and a browser context of
 * its own. With `options` the file gets its own instance, closed after its last test. Where Redis is installed, the
 * shared instance has two nodes, and visitors are spread over them: what one person does, others see on another server.
 */
export async function openJourney(options?: TestInstanceOptions): Promise<Journey> {
  browser ??= openBrowser()
  const opened = await browser
  afterEach(({ task }) => (task.result?.state === 'fail' ? printOpenPages(opened) : undefined))
  if (options) {
    const instance = await startTestInstance(options)
    afterAll(() => instance.close())
    return { instance, browser: opened }
  }
  shared ??= startShared()
  const instance = await shared
  afterAll(() => instance.reset())
  return { instance, browser: opened }
}

/** In characters of each page. */
const SHOWN_MAX = 2000

/** Prints what the open pages show, for failures that are hard to reproduce. */
async function printOpenPages(opened: Browser): Promise<void> {
  for (const page of opened.contexts().flatMap((context) => context.pages())) {
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: 2000 })
      .catch(() => '')
    console.log(`${page.url()}\n${text.slice(0, SHOWN_MAX)}`)
  }
}

async function startShared(): Promise<TestInstance> {
  if (!hasRedis()) {
    console.log('Journeys run on one node: no redis-server. Install it, or set REDIS_SERVER to its path.')
    return startTestInstance()
  }
  const redis = await startRedis()
  const instance = await startTestInstance({ nodes: 2, env: { REDIS_URL: redis.url } })
  spreadVisitors(instance.urls)
  return instance
}
