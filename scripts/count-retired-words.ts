import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './run-steps.ts'

// Counts the retired words of docs/glossary.md per 1,000 lines, in names (identifiers and file names) and in prose
// (comments, test titles, error messages). Run by hand: a word can be right in one place and wrong in another, so the
// figures show a trend and are not a check. Arguments limit the count to folders: `… scripts bench`.

/**
 * Retired in one sense only, and the right word in others: Google Places, Chat Completions, a sign-in ticket,
 * `vi.mock`, a list of rows, the audience of a campaign.
 */
const ALSO_STANDARD = new Set(
  'queue line store lead client sync replay comment category stage step agent staff admin turn take pending place chat ticket mock list audience'.split(
    ' ',
  ),
)

const AREAS = [
  'packages/contract/src',
  ...['app', 'demo', 'modules', 'platform', 'providers', 'testing'].map((folder) => `apps/server/src/${folder}`),
  'apps/web/src',
  'apps/sandbox/src',
  'bench',
  'e2e',
  'scripts',
]

const cells = (row: string) => row.split('|').map((cell) => cell.trim())

/**
 * The last column of the terms (without words that need their note, or that are part of the term), and the first of the
 * retired words.
 */
function readRetiredWords(): string[] {
  const [terms = '', retired = ''] = readFileSync(path.join(ROOT, 'docs/glossary.md'), 'utf8').split('## Retired words')
  const rows = (text: string) => text.split('\n').filter((line) => /^\| (?!Term |Instead |-)/.test(line))
  const words = [
    ...rows(terms).flatMap((row) => {
      const [, term = '', , not = ''] = cells(row)
      return not.split(', ').filter((word) => !word.includes('(') && !term.includes(word))
    }),
    ...rows(retired).flatMap((row) => cells(row)[1]?.split(', ') ?? []),
  ]
  return [...new Set(words)].filter((word) => word !== '' && !ALSO_STANDARD.has(word))
}

const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/
const SPOKEN = /\b(?:test|it|describe)(?:\.\w+)*\(\s*$|Error\(\s*(?:\d+,\s*)*(?:'\w+',\s*)?$/

function split(source: string): { names: string; prose: string } {
  let names = ''
  let prose = ''
  let end = 0
  for (const match of source.matchAll(new RegExp(`${COMMENT.source}|${STRING.source}`, 'g'))) {
    names += `${source.slice(end, match.index)} `
    end = match.index + match[0].length
    const isComment = match[0].startsWith('/')
    if (isComment || SPOKEN.test(source.slice(Math.max(0, match.index - 80), match.index))) prose += `${match[0]}\n`
  }
  return { names: names + source.slice(end), prose }
}

/** `isUnderWay` and `under-way` become `is under way`, so that one pattern finds a word in both. */
const toWords = (text: string) =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .replace(/not found/gi, ' ')
    .toLowerCase()

const words = readRetiredWords()
const pattern = new RegExp(`\\b(?:${words.sort((a, b) => b.length - a.length).join('|')})s?\\b`, 'g')
const count = (text: string) => toWords(text).match(pattern) ?? []

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/\.gen\.tsx?$|count-retired-words|word-books|phrasebooks/.test(file))
const areas = process.argv.length > 2 ? process.argv.slice(2) : AREAS

const table = areas.map((area) => {
  let lines = 0
  const names: string[] = []
  const prose: string[] = []
  for (const file of files.filter((name) => name.startsWith(`${area}/`))) {
    const source = readFileSync(path.join(ROOT, file), 'utf8')
    const parts = split(source)
    lines += source.split('\n').length
    names.push(...count(`${path.basename(file)}\n${parts.names}`))
    prose.push(...count(parts.prose))
  }
  return { area, lines, names, prose }
})
table.push({
  area: 'total',
  lines: table.reduce((sum, row) => sum + row.lines, 0),
  names: table.flatMap((row) => row.names),
  prose: table.flatMap((row) => row.prose),
})

const perThousand = (hits: string[], lines: number) => Number(((hits.length / Math.max(1, lines)) * 1000).toFixed(1))
const mostFrequent = (hits: string[]) =>
  [...Map.groupBy(hits, (word) => word)]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, 6)
    .map(([word, found]) => `${word} ${found.length}`)
    .join(', ')

console.table(
  Object.fromEntries(
    table.map(({ area, lines, names, prose }) => [
      area,
      {
        lines,
        names: names.length,
        'names/1k': perThousand(names, lines),
        prose: prose.length,
        'prose/1k': perThousand(prose, lines),
        'most frequent': mostFrequent([...names, ...prose]),
      },
    ]),
  ),
)
