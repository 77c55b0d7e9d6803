import { defineModule } from '../../platform/module.ts'
import { CONVERSATION_NEEDS } from '../conversations/index.ts'
import { clearImportRows } from './clean-up.ts'
import { moveImports } from './move-imports.ts'
import { contactImportRoutes, mountProblemRows } from './routes.ts'
import { stageRows } from './stage-rows.job.ts'
import { runImport, runUndo } from './write-contacts.job.ts'

/** Imports of contacts from CSV and vCard files: upload, mapping, dry run, import, undo. */
export const contactImportsModule = defineModule({
  needs: [...CONVERSATION_NEEDS, 'storage', 'secrets', 'authenticateFiles'],
  routes: (api, services) => ({ contactImports: contactImportRoutes(api, services) }),
  http: [mountProblemRows],
  jobs: [stageRows, runImport, runUndo],
  cleanups: [clearImportRows],
  locationFollowers: [moveImports],
})
