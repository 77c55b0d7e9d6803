import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, report } from './lib/report.ts'
import { signUpTenants } from './lib/tenants.ts'

const CONCURRENCY = 4
const ROUNDS = 6
/** The kernel counts a process's time in hundredths of a second. */
const TICK_MS = 10

/** Both refuse an empty body for one field; the second looks up the session and checks a permission before. */
const PUBLIC_PATH = '/api/main/Authenticate/refresh'
const GUARDED_PATH = '/api/main/Team/view-as/start'

/** What the session's look-up and the check of a permission add to a request, in CPU time of the server. */
export async function benchPermission({ isQuick }: BenchOptions): Promise<Figure[]> {
  const requests = isQuick ? 2000 : 6000
  const product = await startProduct()
  try {
    const [tenant] = await signUpTenants(product, [{ conversations: 10, messages: 10 }])
    if (!tenant) throw new Error('No tenant was signed up.')
    const ask = (path: string) => () => refusedBy(product.url + path, tenant.token)
    await cpuOf(product.pid, ask(PUBLIC_PATH), requests)
    await cpuOf(product.pid, ask(GUARDED_PATH), requests)
    let [open, guarded] = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      open += await cpuOf(product.pid, ask(PUBLIC_PATH), requests)
      guarded += await cpuOf(product.pid, ask(GUARDED_PATH), requests)
    }
    const [value, baseline] = [guarded, open].map((total) => total / (ROUNDS * requests)) as [number, number]
    return [
      report({
        bench: 'permission',
        case: 'CPU of a request with session and permission, beside a public one',
        value,
        unit: 'ms',
        baseline,
        goal: 'at most 0.3 ms more than the public one',
        ok: value - baseline <= 0.3,
      }),
    ]
  } finally {
    await product.stop()
  }
}

/** CPU time in milliseconds that the process spent while answering. */
async function cpuOf(pid: number, ask: () => Promise<void>, times: number): Promise<number> {
  const before = await cpuTime(pid)
  let left = times
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) await ask()
    }),
  )
  return (await cpuTime(pid)) - before
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: utime and stime follow the name in brackets. */
async function cpuTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

const keepAlive = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY })

const refusedBy = (url: string, token: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': 2, authorization: `Bearer ${token}` }
    const request = http.request(url, { method: 'POST', agent: keepAlive, headers }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 400 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
      )
    })
    request.on('error', reject)
    request.end('{}')
  })
