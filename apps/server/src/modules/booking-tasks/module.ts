import { type Api, inTransaction } from '../../platform/http/api.ts'
import { wrap } from '../../platform/http/wrap.ts'
import { defineModule, type Needs } from '../../platform/module.ts'
import { changeTask } from './change-task.ts'
import { clearTasks } from './clear-tasks.ts'
import * as events from './events.ts'
import { listTasks } from './queries.ts'
import { addReassignTasks, closeOnMove, closeReassignTasks, reassignOnRemoval } from './reassign-visits.job.ts'

/** Tasks for the front desk about visits, such as a call after an undelivered reminder. */
export const bookingTasksModule = defineModule({
  needs: ['inTenant'],
  routes: (api, services) => ({ bookingTasks: bookingTaskRoutes(api, services) }),
  events,
  jobs: [addReassignTasks, closeReassignTasks],
  subscriptions: [reassignOnRemoval, closeOnMove],
  cleanups: [clearTasks],
})

function bookingTaskRoutes(api: Api, services: Needs<'inTenant'>) {
  const transaction = inTransaction(services)
  return {
    getList: api.bookingTasks.getList.handler(
      transaction(async (tx, { actor, input }) => wrap(await listTasks(tx, actor, input))),
    ),
    done: api.bookingTasks.done.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await changeTask(tx, actor, { id, isDone: true }))),
    ),
    undo: api.bookingTasks.undo.handler(
      transaction(async (tx, { actor, input: { id } }) => wrap(await changeTask(tx, actor, { id, isDone: false }))),
    ),
  }
}
