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

/** Writes a tree of files with the given imports and returns the names of the violated rules. */
async function checkTree(files: Record<string, string[]>): Promise<string[]> {
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
    'a module that imports an internal file of another',
    { [`${SERVER}/modules/a/use.ts`]: [`${SERVER}/modules/b/queries.ts`], [`${SERVER}/modules/b/queries.ts`]: [] },
    'modules import only the index and the events of other modules',
  ],
  [
    'a platform file that imports a module',
    { [`${SERVER}/platform/x.ts`]: [`${SERVER}/modules/b/index.ts`], [`${SERVER}/modules/b/index.ts`]: [] },
    'the platform does not import modules',
  ],
  [
    'a module list that imports a part of a module',
    { [`${SERVER}/app/modules.ts`]: [`${SERVER}/modules/b/b.job.ts`], [`${SERVER}/modules/b/b.job.ts`]: [] },
    'the list of modules imports only module.ts files',
  ],
  [
    'a server file that imports a module.ts',
    { [`${SERVER}/app/x.ts`]: [`${SERVER}/modules/b/module.ts`], [`${SERVER}/modules/b/module.ts`]: [] },
    'only the list of modules imports module.ts files',
  ],
  [
    'a contract rule that imports a schema',
    { 'packages/contract/src/rules/a.ts': ['packages/contract/src/api/a.ts'], 'packages/contract/src/api/a.ts': [] },
    'contract rules do not import schemas',
  ],
  [
    'a web component that imports a schema',
    { [`${WEB}/ui/x.ts`]: ['packages/contract/src/api.ts'], 'packages/contract/src/api.ts': [] },
    'the web app loads contract rules, not schemas',
  ],
  [
    'a circular import',
    {
      [`${SERVER}/modules/a/one.ts`]: [`${SERVER}/modules/a/two.ts`],
      [`${SERVER}/modules/a/two.ts`]: [`${SERVER}/modules/a/one.ts`],
    },
    'no circular imports',
  ],
  [
    'a web feature that imports another',
    { [`${WEB}/features/a/A.tsx`]: [`${WEB}/features/b/B.tsx`], [`${WEB}/features/b/B.tsx`]: [] },
    'web features do not import each other',
  ],
  [
    'a web entity that imports a feature',
    { [`${WEB}/entities/a/queries.ts`]: [`${WEB}/features/b/B.tsx`], [`${WEB}/features/b/B.tsx`]: [] },
    'web: entities do not import features, routes or app',
  ],
  [
    'a UI component that imports an entity',
    { [`${WEB}/ui/A.tsx`]: [`${WEB}/entities/b/queries.ts`], [`${WEB}/entities/b/queries.ts`]: [] },
    'web: lib and ui do not import entities, features, routes or app',
  ],
  [
    'a web app file that imports the server',
    { [`${WEB}/app/x.ts`]: [`${SERVER}/modules/b/index.ts`], [`${SERVER}/modules/b/index.ts`]: [] },
    'the web app imports nothing of the server but the contract',
  ],
  [
    'a module that imports a provider SDK',
    { [`${SERVER}/modules/a/x.ts`]: ['node_modules/nodemailer/index.ts'], 'node_modules/nodemailer/index.ts': [] },
    "only the provider's folder imports its SDK",
  ],
  [
    'a provider that imports an SDK without a rule',
    { [`${SERVER}/providers/a/x.ts`]: ['node_modules/some-sdk/dist/x.ts'], 'node_modules/some-sdk/dist/x.ts': [] },
    'an SDK of a provider is listed in SDK_FOLDERS',
  ],
  [
    'a product file that imports the sandbox',
    { [`${SERVER}/modules/a/x.ts`]: ['apps/sandbox/src/index.ts'], 'apps/sandbox/src/index.ts': [] },
    'the product does not import the sandbox',
  ],
])('finds %s', async (_name, files, rule) => {
  expect(await checkTree(files as Record<string, string[]>)).toEqual([rule])
})

test('accepts allowed imports', async () => {
  const rules = await checkTree({
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
