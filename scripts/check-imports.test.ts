import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from './check-imports.ts'

let tree: string
beforeAll(async () => {
  tree = await realpath(await mkdtemp(path.join(tmpdir(), 'frontdesk-imports-')))
})
afterAll(() => rm(tree, { recursive: true, force: true }))

/** A tree of files, each exporting something and importing the given ones. */
async function plant(files: Record<string, string[]>): Promise<string[]> {
  const base = await mkdtemp(path.join(tree, 'case-'))
  for (const [file, imports] of Object.entries(files)) {
    await mkdir(path.join(base, path.dirname(file)), { recursive: true })
    const from = (target: string) => {
      const relative = path.relative(path.dirname(file), target)
      return relative.startsWith('.') ? relative : `./${relative}`
    }
    const lines = imports.map((target, i) => `import { x as x${i} } from '${from(target)}'\nexport const y${i} = x${i}`)
    await writeFile(path.join(base, file), `${lines.join('\n')}\nexport const x = 1\n`)
  }
  const { violations, seen } = await findViolations(base, ['.'])
  expect(seen).toHaveLength(Object.keys(files).filter((file) => !file.startsWith('node_modules/')).length)
  return [...new Set(violations.map(({ rule }) => rule))]
}

const SERVER = 'apps/server/src'
const WEB = 'apps/web/src'

test.each([
  [
    'a module that enters another by a side door',
    { [`${SERVER}/modules/a/use.ts`]: [`${SERVER}/modules/b/queries.ts`], [`${SERVER}/modules/b/queries.ts`]: [] },
    'a module is entered by its index and its events',
  ],
  [
    'a platform that knows a module',
    { [`${SERVER}/platform/x.ts`]: [`${SERVER}/modules/b/index.ts`], [`${SERVER}/modules/b/index.ts`]: [] },
    'the platform knows no module',
  ],
  [
    'composition that lists a part of a module',
    { [`${SERVER}/app/modules.ts`]: [`${SERVER}/modules/b/b.job.ts`], [`${SERVER}/modules/b/b.job.ts`]: [] },
    'the list of modules imports only what describes a module',
  ],
  [
    'a server that imports a module beside the list',
    { [`${SERVER}/app/x.ts`]: [`${SERVER}/modules/b/module.ts`], [`${SERVER}/modules/b/module.ts`]: [] },
    'only the list of modules imports what describes a module',
  ],
  [
    'a rule that needs a schema',
    { 'packages/contract/src/rules/a.ts': ['packages/contract/src/api/a.ts'], 'packages/contract/src/api/a.ts': [] },
    'rules are free of schemas',
  ],
  [
    'a screen that loads a schema',
    { [`${WEB}/ui/x.ts`]: ['packages/contract/src/api.ts'], 'packages/contract/src/api.ts': [] },
    'browsers load rules, never schemas',
  ],
  [
    'a circle',
    {
      [`${SERVER}/modules/a/one.ts`]: [`${SERVER}/modules/a/two.ts`],
      [`${SERVER}/modules/a/two.ts`]: [`${SERVER}/modules/a/one.ts`],
    },
    'no circles',
  ],
  [
    'two web features that know each other',
    { [`${WEB}/features/a/A.tsx`]: [`${WEB}/features/b/B.tsx`], [`${WEB}/features/b/B.tsx`]: [] },
    'two web features do not know each other',
  ],
  [
    'a web entity that knows a feature',
    { [`${WEB}/entities/a/queries.ts`]: [`${WEB}/features/b/B.tsx`], [`${WEB}/features/b/B.tsx`]: [] },
    'web: entities stand below features, routes and app',
  ],
  [
    'a part of the kit that knows an entity',
    { [`${WEB}/ui/A.tsx`]: [`${WEB}/entities/b/queries.ts`], [`${WEB}/entities/b/queries.ts`]: [] },
    'web: lib and ui stand below entities, features, routes and app',
  ],
  [
    'a web app that reaches into the server',
    { [`${WEB}/app/x.ts`]: [`${SERVER}/modules/b/index.ts`], [`${SERVER}/modules/b/index.ts`]: [] },
    'the web app and the server share only the contract',
  ],
  [
    'a module that sends email past its provider',
    { [`${SERVER}/modules/a/x.ts`]: ['node_modules/nodemailer/index.ts'], 'node_modules/nodemailer/index.ts': [] },
    "only its provider folder imports a provider's SDK",
  ],
  [
    'a product that knows the sandbox',
    { [`${SERVER}/modules/a/x.ts`]: ['apps/sandbox/src/index.ts'], 'apps/sandbox/src/index.ts': [] },
    'the product does not know the sandbox',
  ],
])('finds %s', async (_name, files, rule) => {
  expect(await plant(files as Record<string, string[]>)).toEqual([rule])
})

test('lets the allowed ways pass', async () => {
  const rules = await plant({
    [`${SERVER}/modules/a/use.ts`]: [
      `${SERVER}/modules/b/index.ts`,
      `${SERVER}/platform/x.ts`,
      'packages/contract/src/rules.ts',
    ],
    [`${SERVER}/modules/b/index.ts`]: [`${SERVER}/modules/b/queries.ts`],
    [`${SERVER}/modules/b/queries.ts`]: [],
    [`${SERVER}/platform/x.ts`]: [],
    'packages/contract/src/rules.ts': [],
  })
  expect(rules).toEqual([])
})
