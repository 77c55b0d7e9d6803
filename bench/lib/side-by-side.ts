import { createHash } from 'node:crypto'
import http from 'node:http'

export const CONCURRENCY = 4
const ROUNDS = 4
/** Limits cases that are slow at full size, such as counting a million rows. */
const ROUND_MAX_MS = 10_000
const ROUNDS_MAX_MS = 60_000

/** A request to the product, and the plain SQL that fetches the same rows. */
export type Pair = { call: () => Promise<unknown>; query: () => Promise<unknown> }

/** PostgreSQL truncates statement names to 63 bytes. */
export const nameOf = ({ name }: { name: string }) => createHash('md5').update(name).digest('hex')

/** Alternates between both, so that noise of the machine affects both alike. */
export async function sideBySide({ call, query }: Pair, requests: number): Promise<{ api: number[]; sql: number[] }> {
  const [api, sql]: [number[], number[]] = [[], []]
  const until = performance.now() + ROUNDS_MAX_MS
  await measure(query, Math.min(requests, 100) / ROUNDS)
  for (let round = 0; round < ROUNDS && (round === 0 || performance.now() < until); round++) {
    sql.push(...(await measure(query, requests / ROUNDS)))
    api.push(...(await measure(call, requests / ROUNDS)))
  }
  return { api, sql }
}

export async function mapSequentially<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}

export async function measure(call: () => Promise<unknown>, times: number): Promise<number[]> {
  const measured: number[] = []
  const until = performance.now() + ROUND_MAX_MS
  let remaining = times
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (remaining-- > 0 && performance.now() < until) {
        const started = performance.now()
        await call()
        measured.push(performance.now() - started)
      }
    }),
  )
  return measured
}

const keepAlive = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY })

export function post(url: string, token: string, body: unknown): Promise<void> {
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    'content-length': Buffer.byteLength(text),
  }
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent: keepAlive, headers }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`${url} responded with status ${response.statusCode}`)),
      )
    })
    request.on('error', reject)
    request.end(text)
  })
}
