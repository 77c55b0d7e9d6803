import type { Needs } from '../../platform/module.ts'
import type { ConversationDeps } from '../conversations/index.ts'

export type ContactDeps = ConversationDeps

/** For removing a number of a contact, which other modules refer to. */
export type NumberDeps = ContactDeps & Needs<'contactFollowers'>
