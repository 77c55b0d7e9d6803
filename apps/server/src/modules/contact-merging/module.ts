import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { contactMergingRoutes } from './routes.ts'

/** Merging contacts of the same person, and undoing merges. */
export const contactMergingModule = defineModule({
  needs: CONVERSATION_NEEDS,
  routes: (api, services) => ({ contactMerging: contactMergingRoutes(api, services) }),
})
