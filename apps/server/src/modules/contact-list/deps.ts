import type { Needs } from '../../platform/module.ts'

export type ContactListDeps = Needs<'inTenant' | 'now' | 'secrets'>
