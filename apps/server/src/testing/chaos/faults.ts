import { open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './random.ts'
import { postmasterPid, type SystemUnderTest } from './system.ts'

/** Injects a failure and returns once it is over; the server must recover on its own. */
export type Fault = (system: SystemUnderTest, random: Random) => Promise<void>

const FULL_FOR_MS = 5_000
/** A larger disk is refused, so that the machine's own disk is never filled. */
const SMALL_DISK_BYTES = 2 ** 31

const killServer =
  (name: string): Fault =>
  async ({ processes }) => {
    const pid = processes.find((supervised) => supervised.name === name)?.serverPid()
    if (!pid) throw new Error(`No ${name} process to kill.`)
    process.kill(pid, 'SIGKILL')
  }

const killPostmaster: Fault = async (system) => void process.kill(await postmasterPid(system), 'SIGKILL')

const OTHERS = `from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** The postmaster terminates all other backends and runs recovery, as after the kernel's out-of-memory killer. */
const killBackend: Fault = async (system, random) => {
  const { rows } = await system.withOwner((client) =>
    client.query<{ pid: number }>(`select pid ${OTHERS} order by pid`),
  )
  const backend = random.pick(rows)
  if (!backend) throw new Error('No backend to kill.')
  process.kill(backend.pid, 'SIGKILL')
}

/** Looks like a restart or failover of a remote database. */
const cutConnections: Fault = async (system) => {
  await system.withOwner((client) => client.query(`select pg_terminate_backend(pid) ${OTHERS}`))
}

/** Fills the database's disk, forces it to allocate more, and frees the space again. */
const fillDisk: Fault = async (system) => {
  const folder = path.dirname(await system.clusterDir())
  const { blocks, bsize } = await statfs(folder)
  if (blocks * bsize > SMALL_DISK_BYTES) throw new Error(`${folder} is not on a small disk.`)
  const file = path.join(folder, 'fill')
  const handle = await open(file, 'w', 0o600)
  for (const size of [1_000_000, 4096]) {
    const chunk = Buffer.alloc(size, 1)
    for (;;) if (!(await handle.write(chunk).catch(() => null))) break
  }
  await handle.close()
  // Each switch needs a new WAL segment; PostgreSQL panics when it cannot create one.
  await system
    .withOwner(async (client) => {
      for (let n = 0; n < 64; n++) {
        await client.query('select pg_logical_emit_message(false, $1, $2)', ['chaos', 'x'])
        await client.query('select pg_switch_wal()')
      }
    })
    .catch(() => {})
  await pause(FULL_FOR_MS)
  await rm(file)
}

/** By name. `split` faults need separate api and worker processes, `disk` faults a small disk. */
export const FAULTS: Record<string, { setup: 'single' | 'split' | 'disk'; run: Fault }> = {
  server: { setup: 'single', run: killServer('server') },
  postmaster: { setup: 'single', run: killPostmaster },
  backend: { setup: 'single', run: killBackend },
  connections: { setup: 'single', run: cutConnections },
  api: { setup: 'split', run: killServer('api') },
  worker: { setup: 'split', run: killServer('worker') },
  'split-postmaster': { setup: 'split', run: killPostmaster },
  disk: { setup: 'disk', run: fillDisk },
}
