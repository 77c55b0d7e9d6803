import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from './run-steps.ts'

// The catalogues in the repository must hold exactly the texts of the sources.

const WEB = path.join(ROOT, 'apps/web')
const LOCALES = path.join(WEB, 'src/locales')

async function catalogues(): Promise<string> {
  const files = (await readdir(LOCALES, { recursive: true })).filter((file) => file.endsWith('.po')).sort()
  if (files.length === 0) throw new Error(`No catalogue was found in ${LOCALES}.`)
  return (await Promise.all(files.map((file) => readFile(path.join(LOCALES, file), 'utf8')))).join('\n')
}

const before = await catalogues()
execFileSync('lingui', ['extract', '--clean'], { cwd: WEB, stdio: 'ignore' })
if ((await catalogues()) !== before) {
  console.error('The catalogues were not up to date. They are now: run `npm run messages` and commit them.')
  process.exit(1)
}
