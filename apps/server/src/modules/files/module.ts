import { defineModule } from '../../platform/module.ts'
import { clearUnattachedFiles } from './clear-unattached.ts'
import { deleteFiles } from './delete-files.job.ts'
import { fileRoutes, mountFiles } from './routes.ts'

/** Uploads, and files served to signed-in users and to carriers. */
export const filesModule = defineModule({
  needs: [
    'inTenant',
    'storage',
    'now',
    'secrets',
    'maySeeMessage',
    'maySeeGroupMessage',
    'maySeeCampaign',
    'maySeeDocumentFile',
    'authenticateFiles',
  ],
  routes: (api, services) => ({ files: fileRoutes(api, services) }),
  http: [mountFiles],
  jobs: [deleteFiles],
  cleanups: [clearUnattachedFiles],
})
