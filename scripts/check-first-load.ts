import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWeb } from './build-web.ts'

const DIST = path.resolve(import.meta.dirname, '../apps/web/dist')
const BUDGET_BYTES = 250_000
/** The chunk (apps/web/vite.config.ts) that loads before the inbox appears, beside the scripts of index.html. */
const INBOX = 'inbox'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
}

await buildWeb()
const manifest: Record<string, Chunk> = JSON.parse(await readFile(path.join(DIST, '.vite/manifest.json'), 'utf8'))
const loaded = new Map<string, string>()
const load = (key: string) => {
  if (loaded.has(key)) return
  const chunk = manifest[key]
  if (!chunk) throw new Error(`${key} is imported but missing from the manifest.`)
  loaded.set(key, chunk.file)
  for (const imported of chunk.imports ?? []) load(imported)
}
// Without this a renamed route would silently drop out of the sum.
const inbox = Object.keys(manifest).find((key) => manifest[key]?.name === INBOX)
if (!inbox) throw new Error(`The build has no chunk ${INBOX}.`)
load(inbox)
const page = await readFile(path.join(DIST, 'index.html'), 'utf8')
const scripts = [...page.matchAll(/<script type="module"[^>]* src="\/(assets\/[^"]+)"/g)].flatMap(
  ([, file]) => file ?? [],
)
if (scripts.length === 0) throw new Error('index.html has no module scripts.')
for (const file of scripts) loaded.set(file, file)

const sizes = await Promise.all(
  [...new Set(loaded.values())].map(async (file) => ({
    file,
    bytes: gzipSync(await readFile(path.join(DIST, file)), { level: 9 }).length,
  })),
)
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const summary = `The first load of the inbox is ${inKilobytes(total)} of script in ${sizes.length} files (gzip, at most ${inKilobytes(BUDGET_BYTES)}).`
if (total > BUDGET_BYTES) {
  const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 15)
  console.error(
    [
      summary,
      'Load lazily what the first paint does not need (apps/web/src/ui/lazy/lazy-on-interaction.tsx, `lazy`), and import only small things such as queries in route files besides their screen. The largest files:',
      ...largest.map(({ file, bytes }) => `  ${inKilobytes(bytes).padStart(9)}  ${file}`),
    ].join('\n'),
  )
  process.exit(1)
}
console.log(summary)
