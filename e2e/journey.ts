import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { type House, type HouseOptions, openHouse, sharedHouse } from '../apps/server/src/testing/house.ts'
import { openBrowser } from './browser.ts'

export interface Journey {
  house: House
  browser: Browser
}

let browser: Promise<Browser> | undefined

/**
 * A server and a browser for the journeys of one file: those its worker shares, of which each journey takes a tenant and
 * a browser context of its own. With `options` the file gets a server of its own, closed after the last of them.
 */
export async function openJourney(options?: HouseOptions): Promise<Journey> {
  browser ??= openBrowser()
  if (!options) return { house: await sharedHouse(), browser: await browser }
  const house = await openHouse(options)
  afterAll(() => house.close())
  return { house, browser: await browser }
}
