import type { Needs } from '../../platform/module.ts'

export type ShortLinkDeps = Needs<'inTenant' | 'directory' | 'publicUrl' | 'now'>
