import type { Needs } from '../../platform/module.ts'

export type ImportDeps = Needs<'inTenant' | 'storage' | 'now' | 'secrets'>
