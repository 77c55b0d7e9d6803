import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, report } from './lib/report.ts'
import { signUpTenants } from './lib/tenants.ts'

const CONCURRENCY = 4
const ROUNDS = 6
/** Resolution of process times in /proc: hundredths of a second. */
const TICK_MS = 10

/** Both reject an empty body because of one field; the second looks up the session and checks a permission first. */
const PUBLIC_PATH = '/api/main/Authenticate/refresh'
const GUARDED_PATH = '/api/main/Team/view-as/start'

/** CPU time that the session lookup and the permission check add to a request. */
export async function benchPermission({ isQuick }: BenchOptions): Promise<Figure[]> {
  const requests = isQuick ? 2000 : 6000
  const product = await startProduct()
  try {
    const [tenant] = await signUpTenants(product, [{ conversations: 10, messages: 10 }])
    if (!tenant) throw new Error('No tenant was signed up.')
    const sender = (path: string) => () => sendInvalid(product.url + path, tenant.token)
    await cpuOf(product.pid, sender(PUBLIC_PATH), requests)
    await cpuOf(product.pid, sender(GUARDED_PATH), requests)
    let [open, guarded] = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      open += await cpuOf(product.pid, sender(PUBLIC_PATH), requests)
      guarded += await cpuOf(product.pid, sender(GUARDED_PATH), requests)
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

/** CPU milliseconds of the process during the requests. */
async function cpuOf(pid: number, send: () => Promise<void>, times: number): Promise<number> {
  const before = await cpuTime(pid)
  let remaining = times
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (remaining-- > 0) await send()
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

const sendInvalid = (url: string, token: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': 2, authorization: `Bearer ${token}` }
    const request = http.request(url, { method: 'POST', agent: keepAlive, headers }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 400
          ? resolve()
          : reject(new Error(`${url} responded with status ${response.statusCode}`)),
      )
    })
    request.on('error', reject)
    request.end('{}')
  })
