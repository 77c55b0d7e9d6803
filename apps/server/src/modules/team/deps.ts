import type { Needs } from '../../platform/module.ts'

export type TeamDeps = Needs<'inTenant' | 'now' | 'publicUrl' | 'limits' | 'viewersChanged'>
