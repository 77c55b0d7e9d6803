import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { SETTING_SUBJECTS } from '@frontdesk/contract/rules'
import { MODULES } from '../apps/server/src/app/modules.ts'
import type { Module } from '../apps/server/src/platform/module.ts'
import { ROOT } from './run-steps.ts'

const MODULES_DIR = 'apps/server/src/modules'
const WEB_DIR = 'apps/web/src'
const DOCUMENT = 'docs/architecture.md'
/** Widened: only the composition root needs the exact types. */
const modules: readonly Module[] = MODULES
const [START, END] = ['<!-- modules: written by `npm run modules` -->', '<!-- /modules -->']

/** Whether an export is a job, event, subscription, reader, cleanup or HTTP mount, which module.ts must list. */
export function isPart(file: string, name: string, value: unknown): boolean {
  if (typeof value === 'function') return name.startsWith('mount')
  if (typeof value !== 'object' || value === null) return false
  const isJob = 'lane' in value && 'run' in value
  // Other files may export events of other modules, such as those that a job handles.
  const isEvent = path.basename(file) === 'events.ts' && 'schema' in value && 'catchUp' in value
  const isSubscription = 'on' in value && 'jobs' in value
  const isReader = 'name' in value && 'gatherMs' in value
  return isJob || isEvent || isSubscription || isReader || 'deleteSome' in value
}

/** Finds parts that a module's files export but its `module.ts` does not list. */
export function findUnlisted(module: Module, files: { file: string; exports: object }[]): string[] {
  const listed = new Set(module.parts)
  return files.flatMap(({ file, exports }) =>
    Object.entries(exports)
      .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((part) => [name, part] as const))
      .filter(([name, value]) => isPart(file, name, value) && !listed.has(value))
      .map(([name]) => `${file} exports ${name}, which module.ts does not list`),
  )
}

const importFile = (file: string): Promise<object> => import(pathToFileURL(path.join(ROOT, file)).href)

async function listSources(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(ROOT, folder), { recursive: true })
  return entries
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(^|\/)(module|index)\.ts$/.test(name))
    .map((name) => path.join(folder, name))
    .toSorted()
}

async function findFaults(folders: string[]): Promise<string[]> {
  const listed = new Set<unknown>(modules)
  const faults: string[] = []
  for (const folder of folders) {
    const file = path.join(MODULES_DIR, folder, 'module.ts')
    const exported: unknown[] = await importFile(file).then(
      (exports) => Object.values(exports),
      () => [],
    )
    const module = modules.find((each) => exported.includes(each))
    if (!module) {
      faults.push(exported.length > 0 ? `${file} is not in app/modules.ts` : `${path.dirname(file)} has no module.ts`)
      continue
    }
    listed.delete(module)
    const sources = await listSources(path.dirname(file))
    const files = await Promise.all(
      sources.map(async (source) => ({ file: source, exports: await importFile(source) })),
    )
    faults.push(...findUnlisted(module, files))
  }
  if (listed.size > 0) faults.push(`app/modules.ts lists ${listed.size} modules that are not in ${MODULES_DIR}`)
  const announced = modules.flatMap(({ settings }) => settings).toSorted()
  if (announced.join() !== SETTING_SUBJECTS.toSorted().join())
    faults.push(`Modules list the settings ${announced.join(', ')}; the contract has ${SETTING_SUBJECTS.join(', ')}`)
  return faults
}

/** Finds settings that no query of the web app has as its key, so that open screens would not refetch them. */
export const findUnkeyedSettings = (subjects: readonly string[], sources: readonly string[]): string[] =>
  subjects
    .filter((subject) => !sources.some((source) => source.includes(`settingKey('${subject}')`)))
    .map((subject) => `No query of the web app has the key settingKey('${subject}')`)

async function readQueries(): Promise<string[]> {
  const files = await readdir(path.join(ROOT, WEB_DIR), { recursive: true })
  const queries = files.filter((file) => file.endsWith('queries.ts'))
  return Promise.all(queries.map((file) => readFile(path.join(ROOT, WEB_DIR, file), 'utf8')))
}

/** Builds the table of modules from the comment above each `defineModule`. */
async function describe(folders: string[]): Promise<string> {
  const rows = await Promise.all(
    folders.map(async (folder) => {
      const source = await readFile(path.join(ROOT, MODULES_DIR, folder, 'module.ts'), 'utf8')
      const comment = /\/\*\*((?:(?!\*\/).)*)\*\/\s*export const \w+ = defineModule\(/s
        .exec(source)?.[1]
        ?.replaceAll(/\s*\n \* ?/g, ' ')
        .trim()
      if (!comment) throw new Error(`${folder}/module.ts has no comment that describes the module.`)
      return [folder, comment.replace(/\.$/, '')] as const
    }),
  )
  const width = Math.max(...rows.map(([folder]) => folder.length))
  const widest = Math.max(...rows.map(([, text]) => text.length))
  const line = (left: string, right: string) => `| ${left.padEnd(width)} | ${right.padEnd(widest)} |`
  const rule = `| ${'-'.repeat(width)} | ${'-'.repeat(widest)} |`
  return [line('Module', 'What it is about'), rule, ...rows.map(([folder, text]) => line(folder, text))].join('\n')
}

if (import.meta.main) {
  const entries = await readdir(path.join(ROOT, MODULES_DIR), { withFileTypes: true })
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted()
  const faults = [...(await findFaults(folders)), ...findUnkeyedSettings(SETTING_SUBJECTS, await readQueries())]
  const document = await readFile(path.join(ROOT, DOCUMENT), 'utf8')
  const [before, after] = [document.indexOf(START) + START.length, document.indexOf(END)]
  const written = `${document.slice(0, before)}\n\n${await describe(folders)}\n\n${document.slice(after)}`
  if (process.argv.includes('--write')) await writeFile(path.join(ROOT, DOCUMENT), written)
  else if (written !== document) faults.push(`The table of modules in ${DOCUMENT} is out of date: npm run modules`)
  for (const fault of faults) console.error(fault)
  console.log(`${folders.length} modules, ${faults.length} faults`)
  process.exit(faults.length === 0 ? 0 : 1)
}
