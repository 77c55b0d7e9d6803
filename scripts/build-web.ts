import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const ROOT = path.resolve(import.meta.dirname, '..')
const WEB = path.join(ROOT, 'apps/web')
const DIST = path.join(WEB, 'dist')
const STAMP = path.join(DIST, '.built-from')

const SOURCES = ['apps/web', 'packages/contract/src', 'package-lock.json']
const NOT_SOURCES = new Set(['dist', 'node_modules', '.tanstack'])
/** Smaller files don't benefit from compression. */
const COMPRESS_FROM_BYTES = 1000

/** Builds the web app if its sources have changed since the last build. Returns whether it did. */
export async function buildWeb(): Promise<boolean> {
  const sources = await fingerprint()
  if (existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === sources) return false
  execFileSync(process.execPath, [path.join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: WEB,
    stdio: 'inherit',
  })
  await compress()
  await writeFile(STAMP, sources)
  return true
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of await filesIn(path.join(ROOT, source))) {
      hash.update(path.relative(ROOT, file)).update(await readFile(file))
    }
  }
  return hash.digest('hex')
}

async function filesIn(pathname: string): Promise<string[]> {
  const entries = await readdir(pathname, { withFileTypes: true }).catch(() => null)
  if (!entries) return [pathname]
  const nested = entries
    .filter((entry) => !NOT_SOURCES.has(entry.name))
    .map((entry) =>
      entry.isDirectory() ? filesIn(path.join(pathname, entry.name)) : [path.join(pathname, entry.name)],
    )
  return (await Promise.all(nested)).flat().sort()
}

/** Writes compressed copies beside the files, so that the server never compresses while it serves. */
async function compress(): Promise<void> {
  const [packGzip, packBrotli] = [promisify(gzip), promisify(brotliCompress)]
  for (const file of await filesIn(DIST)) {
    if (!/\.(js|css|html|svg|json)$/.test(file)) continue
    const contents = await readFile(file)
    if (contents.length < COMPRESS_FROM_BYTES) continue
    await writeFile(`${file}.gz`, await packGzip(contents, { level: 9 }))
    await writeFile(`${file}.br`, await packBrotli(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  }
}

if (import.meta.main) console.log((await buildWeb()) ? 'Built the web app.' : 'The web app is up to date.')
