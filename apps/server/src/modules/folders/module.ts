import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { moveFolders } from './move-folders.ts'
import { folderRoutes } from './routes.ts'

/** Folders of a location; every conversation is in exactly one. */
export const foldersModule = defineModule({
  needs: CONVERSATION_NEEDS,
  routes: (api, services) => ({ folders: folderRoutes(api, services) }),
  settings: ['folders'],
  locationFollowers: [moveFolders],
})
