import { cruise, type IForbiddenRuleType } from 'dependency-cruiser'
import { ROOT } from './run-steps.ts'

// Import rules by folder pattern, so that a new module is covered without an entry of its own.

/** Packages that reach an outside service, by the one folder of the server that may import them. */
const SDK_FOLDERS = {
  'providers/twilio': ['twilio'],
  'providers/ai': ['ai', '@ai-sdk/[^/]+'],
  'providers/smtp': ['nodemailer'],
  'providers/web-push': ['web-push'],
  'platform/storage': ['@aws-sdk/[^/]+', 'flydrive'],
}

const PROVIDER_SDKS: IForbiddenRuleType[] = Object.entries(SDK_FOLDERS).map(([folder, packages]) => ({
  name: "only its provider folder imports a provider's SDK",
  severity: 'error',
  from: {
    path: '^apps/server/src/',
    pathNot: `^apps/server/src/(${folder}/|${folder}\\.ts$|testing/|.*\\.test\\.ts$)`,
  },
  to: { path: `(^|/)node_modules/(${packages.join('|')})/` },
}))

export const RULES: IForbiddenRuleType[] = [
  {
    name: 'no circles',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'the contract stands on nothing of ours',
    severity: 'error',
    from: { path: '^packages/contract/' },
    to: { path: '^apps/' },
  },
  {
    name: 'rules are free of schemas',
    severity: 'error',
    from: { path: '^packages/contract/src/rules', pathNot: '\\.test\\.ts$' },
    to: {
      path: '(^packages/contract/src/(api|index)|(^|/)node_modules/(zod|@orpc)/)',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'browsers load rules, never schemas',
    severity: 'error',
    from: { path: '^apps/web/src/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '(^packages/contract/src/(api|index)|(^|/)node_modules/zod/)', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'the platform knows no module',
    severity: 'error',
    from: { path: '^apps/server/src/platform/' },
    to: { path: '^apps/server/src/(modules|providers|app|demo)/' },
  },
  {
    name: 'a module knows no provider and no composition',
    severity: 'error',
    from: { path: '^apps/server/src/modules/' },
    to: { path: '^apps/server/src/(providers|app|demo)/', pathNot: '' },
  },
  {
    name: 'a module is entered by its index and its events',
    severity: 'error',
    from: { path: '^apps/server/src/modules/([^/]+)/', pathNot: '\\.test\\.ts$' },
    to: {
      path: '^apps/server/src/modules/([^/]+)/',
      pathNot: '^apps/server/src/modules/($1/|[^/]+/(index|events)\\.ts$)',
    },
  },
  {
    name: 'the rest of the server enters modules by their index and their events',
    severity: 'error',
    from: {
      path: '^apps/server/src/(app|demo|providers|main)',
      pathNot: '(\\.test\\.ts|^apps/server/src/app/modules\\.ts)$',
    },
    to: { path: '^apps/server/src/modules/', pathNot: '/(index|events|module)\\.ts$' },
  },
  {
    name: 'only the list of modules imports what describes a module',
    severity: 'error',
    from: { path: '^apps/server/src/', pathNot: '^apps/server/src/app/modules\\.ts$' },
    to: { path: '^apps/server/src/modules/[^/]+/module\\.ts$' },
  },
  {
    name: 'the list of modules imports only what describes a module',
    severity: 'error',
    from: { path: '^apps/server/src/app/modules\\.ts$' },
    to: { pathNot: '^apps/server/src/modules/[^/]+/module\\.ts$' },
  },
  ...PROVIDER_SDKS,
  {
    name: 'the sandbox and the product meet only over the wire',
    severity: 'error',
    from: { path: '^apps/sandbox/' },
    to: { path: '^(apps/(server|web)|packages)/' },
  },
  {
    name: 'the product does not know the sandbox',
    severity: 'error',
    from: { path: '^apps/server/src/', pathNot: '^apps/server/src/(main\\.ts|demo/|testing/|.*\\.test\\.ts$)' },
    to: { path: '^apps/sandbox/' },
  },
  {
    name: 'the web app and the server share only the contract',
    severity: 'error',
    from: { path: '^apps/web/' },
    to: { path: '^apps/(server|sandbox)/' },
  },
  {
    name: 'two web features do not know each other',
    severity: 'error',
    from: { path: '^apps/web/src/features/([^/]+)/' },
    to: { path: '^apps/web/src/features/([^/]+)/', pathNot: '^apps/web/src/features/$1/' },
  },
  {
    name: 'web: lib and ui stand below entities, features, routes and app',
    severity: 'error',
    from: { path: '^apps/web/src/(ui|lib)/' },
    to: { path: '^apps/web/src/(entities|features|routes|app)/' },
  },
  {
    name: 'web: entities stand below features, routes and app',
    severity: 'error',
    from: { path: '^apps/web/src/entities/' },
    to: { path: '^apps/web/src/(features|routes|app)/' },
  },
  {
    name: 'web: features stand below routes and app',
    severity: 'error',
    from: { path: '^apps/web/src/features/' },
    to: { path: '^apps/web/src/(routes|app)/' },
  },
]

interface Violation {
  rule: string
  from: string
  to: string
}

/** The violations in a tree, and how many of our own modules were looked at. */
export async function findViolations(
  baseDir: string,
  places: string[],
): Promise<{ violations: Violation[]; seen: string[] }> {
  const { output } = await cruise(places, {
    baseDir,
    // With TypeScript 7 the tsc parser finds nothing and reports success; swc reads the sources.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|\\.gen\\.ts$)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
    ruleSet: { forbidden: RULES },
    validate: true,
  })
  if (typeof output === 'string') throw new Error('Expected an object from dependency-cruiser.')
  return {
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    seen: output.modules.map((module) => module.source).filter((source) => !source.includes('node_modules')),
  }
}

const PLACES = ['packages/contract/src', 'apps/server/src', 'apps/sandbox/src', 'apps/web/src']
/** A cruise that sees less than this has not seen the instance. */
const LEAST_MODULES = 150

if (import.meta.main) {
  const { violations, seen } = await findViolations(ROOT, PLACES)
  for (const { rule, from, to } of violations) console.error(`${rule}\n  ${from} → ${to}`)
  const unseen = PLACES.filter((place) => !seen.some((source) => source.startsWith(place)))
  if (seen.length < LEAST_MODULES || unseen.length > 0) {
    console.error(
      `Only ${seen.length} modules were seen${unseen.length > 0 ? `, none in ${unseen.join(', ')}` : ''}: the check itself is broken.`,
    )
    process.exit(1)
  }
  console.log(`${seen.length} modules, ${violations.length} violations`)
  process.exit(violations.length === 0 ? 0 : 1)
}
