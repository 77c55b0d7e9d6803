import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import {
  sharedTestInstance,
  startTestInstance,
  type TestInstance,
  type TestInstanceOptions,
} from '../apps/server/src/testing/test-instance.ts'
import { openBrowser } from './browser.ts'

export interface Journey {
  instance: TestInstance
  browser: Browser
}

let browser: Promise<Browser> | undefined

/**
 * A server and a browser for the journeys of one file: those its worker shares, of which each journey takes a tenant and
 * a browser context of its own. With `options` the file gets a server of its own, closed after the last of them.
 */
export async function openJourney(options?: TestInstanceOptions): Promise<Journey> {
  browser ??= openBrowser()
  if (!options) return { instance: await sharedTestInstance(), browser: await browser }
  const instance = await startTestInstance(options)
  afterAll(() => instance.close())
  return { instance, browser: await browser }
}
