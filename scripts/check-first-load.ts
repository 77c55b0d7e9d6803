import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildWeb } from './build-web.ts'

const DIST = path.resolve(import.meta.dirname, '../apps/web/dist')
const BUDGET_BYTES = 250_000
/** What a signed-in person's browser loads before the inbox stands there; each with all that it imports. */
const STARTS = [
  'index.html',
  'src/routes/_app.tsx?tsr-split=component',
  'src/routes/_app/conversations.tsx?tsr-split=component',
]

interface Chunk {
  file: string
  imports?: string[]
}

await buildWeb()
const manifest: Record<string, Chunk> = JSON.parse(await readFile(path.join(DIST, '.vite/manifest.json'), 'utf8'))
const loaded = new Map<string, string>()
const load = (key: string) => {
  if (loaded.has(key)) return
  const chunk = manifest[key]
  // Otherwise a renamed route would make the sum small and the check blind.
  if (!chunk) throw new Error(`The build has no ${key}, which the inbox is expected to start with.`)
  loaded.set(key, chunk.file)
  for (const imported of chunk.imports ?? []) load(imported)
}
for (const start of STARTS) load(start)

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
  const biggest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 15)
  console.error(
    [
      summary,
      'Load on demand what is not needed for the first look (apps/web/src/ui/lazy-on-interaction.tsx, `lazy`), and let routes import only what is as small as a query beside their screen. The biggest:',
      ...biggest.map(({ file, bytes }) => `  ${inKilobytes(bytes).padStart(9)}  ${file}`),
    ].join('\n'),
  )
  process.exit(1)
}
console.log(summary)
