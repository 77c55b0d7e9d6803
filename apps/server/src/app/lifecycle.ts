import type { FastifyInstance } from 'fastify'
import type { Database } from '../platform/database/database.ts'
import { monitorDatabase } from '../platform/database/monitor.ts'
import { type Dispatcher, startDispatchers } from '../platform/events/dispatcher.ts'
import type { Health } from '../platform/health.ts'
import type { InFlightRequests } from '../platform/http/in-flight-requests.ts'
import { type Cleanup, clearOldRows } from '../platform/jobs/clear-old-rows.job.ts'
import { bindJob } from '../platform/jobs/define-job.ts'
import { startWorker, type Worker } from '../platform/jobs/worker.ts'
import type { Log } from '../platform/log.ts'
import type { OpenModule, Services } from '../platform/module.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'

const REPORT_LANES_MS = 2_000

interface Closing {
  app: FastifyInstance
  requests: InFlightRequests
  realtime: Realtime
  mailer: { close: () => void }
}

interface Work {
  jobs: OpenModule['jobs']
  cleanups: readonly Cleanup[]
  readers: OpenModule['readers']
}

/** Starts readiness, jobs and the dispatcher after the process listens, and stops them in order when it ends. */
export function createLifecycle({
  databaseUrl,
  database,
  isWorker,
  hasSchedules,
  health,
  log,
}: {
  databaseUrl: string
  database: Database
  isWorker: boolean
  hasSchedules: boolean
  health: Health
  log: Log
}) {
  const databaseMonitor = monitorDatabase(databaseUrl, health, log)
  let state: 'starting' | 'ready' | 'draining' = 'starting'
  let dispatcher: Dispatcher | null = null
  let worker: Worker | null = null
  let lanesReport: NodeJS.Timeout | undefined

  return {
    /** Throws unless a load balancer may send requests to this process. */
    checkReady: async () => {
      if (state !== 'ready') throw new Error('not ready')
      await databaseMonitor.check()
    },
    wake: () => dispatcher?.wake(),
    dispatcher: () => dispatcher,

    /** Reports the process as ready, and starts the jobs and the dispatcher unless it only serves requests. */
    start: async ({ jobs, cleanups, readers }: Work, services: Services) => {
      if (state === 'starting') state = 'ready'
      if (!isWorker) return
      const cleanup = bindJob(clearOldRows(cleanups), services)
      worker = await startWorker(database.owner, [...jobs, cleanup], log, { hasSchedules })
      dispatcher = startDispatchers(database.dispatcher, readers, log, health)
      lanesReport = reportLanes(worker, health)
    },

    /** Stops accepting requests, waits for those in flight, and only then closes the services they use. */
    close: async ({ app, requests, realtime, mailer }: Closing) => {
      state = 'draining'
      const closed = app.close()
      await requests.drain()
      await realtime.close()
      // The rest are idle connections; browsers open some in advance.
      app.server.closeAllConnections()
      await closed
      clearInterval(lanesReport)
      await dispatcher?.stop()
      await worker?.stop()
      mailer.close()
      await databaseMonitor.stop()
      await database.close()
    },
  }
}

/** Reports each running lane of the worker to the process's health. */
function reportLanes(worker: Worker, health: Health): NodeJS.Timeout {
  const lanes = new Map(worker.status().map(({ lane }) => [lane, health.register(`jobs ${lane}`)]))
  const report = () => {
    for (const { lane, state } of worker.status()) if (state === 'running') lanes.get(lane)?.()
  }
  return setInterval(report, REPORT_LANES_MS).unref()
}
