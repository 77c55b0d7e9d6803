import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { type House, type HouseOptions, openHouse } from '../apps/server/src/testing/house.ts'
import { openBrowser } from './browser.ts'

export interface Journey {
  house: House
  browser: Browser
}

/** A house and a browser for the tests of one file, closed after the last of them. */
export async function openJourney(options?: HouseOptions): Promise<Journey> {
  const browser = await openBrowser()
  const house = await openHouse(options)
  afterAll(async () => {
    await browser.close()
    await house.close()
  })
  return { house, browser }
}
