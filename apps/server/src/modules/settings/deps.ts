import type { Needs } from '../../platform/module.ts'

export type SettingDeps = Needs<'inTenant' | 'now' | 'push'>
