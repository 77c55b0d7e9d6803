import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
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
 * A browser, and the instance that all files of a worker share; each journey takes a tenant and a browser context of its
 * own. With `options` the file gets its own instance, closed after its last test. Where Redis is installed, the shared
 * instance has two nodes, and visitors are spread over them: what one person does, others see on another server.
 */
export async function openJourney(options?: TestInstanceOptions): Promise<Journey> {
  browser ??= openBrowser()
  if (options) {
    const instance = await startTestInstance(options)
    afterAll(() => instance.close())
    return { instance, browser: await browser }
  }
  shared ??= startShared()
  const instance = await shared
  afterAll(() => instance.reset())
  return { instance, browser: await browser }
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
