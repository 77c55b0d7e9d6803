import type { AnyJob } from '../../platform/jobs/define-job.ts'
import { deleteAccount } from './delete-account.job.ts'
import type { DeletionDeps } from './deps.ts'
import { writeExport } from './write-export.job.ts'

export const accountDeletionJobs = (deps: DeletionDeps): AnyJob[] => [deleteAccount(deps), writeExport(deps)]

export { eraseTenant } from './delete-account.job.ts'
export type { DeletionDeps } from './deps.ts'
export { accountDeletionRoutes, mountExports } from './routes.ts'
