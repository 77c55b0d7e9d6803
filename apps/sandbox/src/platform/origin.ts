import { settingStore } from '../store/settings.ts'
import type { Database } from './database.ts'

export interface Origin {
  /** The address the product calls us at, with the path the sandbox is mounted on. */
  get(): string
  /** `asProduct`: the request came through the Twilio API, so this address is one the product can reach. */
  learn(base: string, asProduct: boolean): void
}

/**
 * Media links in webhooks must name an address the product can reach. The only one known for sure is the one it calls us
 * at, so that is remembered, over restarts too; until its first call the address of any other request has to do.
 */
export function createOrigin(db: Database, fixed: string | undefined): Origin {
  const settings = settingStore(db)
  let product = settings.find('productBase')
  let latest = product ?? ''

  return {
    get: () => fixed ?? product ?? latest,
    learn(base, asProduct) {
      if (!asProduct) {
        latest = base
      } else if (product !== base) {
        product = base
        settings.save('productBase', base)
      }
    },
  }
}
