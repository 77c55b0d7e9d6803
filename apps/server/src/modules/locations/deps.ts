import type { Needs } from '../../platform/module.ts'
import type { Places } from './places.ts'

declare module '../../platform/module.ts' {
  interface BaseServices {
    /** Searches for addresses. */
    places: Places
  }
}

export type LocationDeps = Needs<'inTenant' | 'log' | 'places' | 'locationFollowers' | 'viewersChanged'>
