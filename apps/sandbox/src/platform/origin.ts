import { settingStore } from '../store/settings.ts'
import type { Database } from './database.ts'

export interface Origin {
  /** Base address of the sandbox as the product reaches it, including the mount path. */
  get(): string
  /** The address that is used until the first request shows the real one. */
  setFallback(address: () => string): void
  /** `isFromProduct`: the request came through the Twilio API, so the product can reach this address. */
  learn(base: string, isFromProduct: boolean): void
}

/**
 * Tracks the sandbox's own address for media links in webhooks, which must be reachable for the product. The address of
 * the product's requests is certain to be, so it is stored and survives restarts; until the first one, the address of
 * any other request is used.
 */
export function createOrigin(db: Database, configured: string | undefined): Origin {
  const settings = settingStore(db)
  let productBase = settings.find('productBase')
  let latestBase = productBase ?? ''
  let fallback = () => ''

  return {
    get: () => configured ?? productBase ?? (latestBase || fallback()),
    setFallback(address) {
      fallback = address
    },
    learn(base, isFromProduct) {
      if (!isFromProduct) {
        latestBase = base
      } else if (productBase !== base) {
        productBase = base
        settings.save('productBase', base)
      }
    },
  }
}
