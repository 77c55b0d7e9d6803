import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from './run-steps.ts'

// Checks that the committed catalogs contain exactly the texts of the sources.

const WEB = path.join(ROOT, 'apps/web')
const LOCALES = path.join(WEB, 'src/locales')

async function readCatalogs(): Promise<string> {
  const files = (await readdir(LOCALES, { recursive: true })).filter((file) => file.endsWith('.po')).sort()
  if (files.length === 0) throw new Error(`No catalog found in ${LOCALES}.`)
  return (await Promise.all(files.map((file) => readFile(path.join(LOCALES, file), 'utf8')))).join('\n')
}

const before = await readCatalogs()
execFileSync('lingui', ['extract', '--clean'], { cwd: WEB, stdio: 'ignore' })
if ((await readCatalogs()) !== before) {
  console.error('The catalogs were out of date and have been regenerated: commit them.')
  process.exit(1)
}
