import { cruise, type IForbiddenRuleType } from 'dependency-cruiser'
import { ROOT } from './run-steps.ts'

// Import rules by folder pattern, so that a new module is covered without an entry of its own.

/** SDK packages of outside services by the only folder of the server that may import them. */
const SDK_FOLDERS = {
  'providers/twilio': ['twilio'],
  'providers/ai': ['ai', '@ai-sdk/[^/]+'],
  'providers/google': ['@googleapis/calendar'],
  'providers/smtp': ['nodemailer'],
  'providers/stripe': ['stripe'],
  'providers/web-push': ['web-push'],
  'platform/storage': ['@aws-sdk/[^/]+', 'flydrive'],
}

const PROVIDER_SDKS: IForbiddenRuleType[] = Object.entries(SDK_FOLDERS).map(([folder, packages]) => ({
  name: "only the provider's folder imports its SDK",
  severity: 'error',
  from: {
    path: '^apps/server/src/',
    pathNot: `^apps/server/src/(${folder}/|${folder}\\.ts$|testing/|.*\\.test\\.ts$)`,
  },
  to: { path: `(^|/)node_modules/(${packages.join('|')})/` },
}))

/** Packages that are no provider's SDK. */
const SHARED_PACKAGES = ['zod']

const UNLISTED_SDKS: IForbiddenRuleType = {
  name: 'an SDK of a provider is listed in SDK_FOLDERS',
  severity: 'error',
  from: { path: '^apps/server/src/providers/', pathNot: '\\.test\\.ts$' },
  to: {
    path: '(^|/)node_modules/',
    pathNot: `(^|/)node_modules/(@types/)?(${[...SHARED_PACKAGES, ...Object.values(SDK_FOLDERS).flat()].join('|')})/`,
  },
}

export const RULES: IForbiddenRuleType[] = [
  {
    name: 'no circular imports',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'the contract does not import apps',
    severity: 'error',
    from: { path: '^packages/contract/' },
    to: { path: '^apps/' },
  },
  {
    name: 'contract rules do not import schemas',
    severity: 'error',
    from: { path: '^packages/contract/src/rules', pathNot: '\\.test\\.ts$' },
    to: {
      path: '(^packages/contract/src/api|(^|/)node_modules/(zod|@orpc)/)',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'the web app loads contract rules, not schemas',
    severity: 'error',
    from: { path: '^apps/web/src/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '(^packages/contract/src/api|(^|/)node_modules/zod/)', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'the platform does not import modules',
    severity: 'error',
    from: { path: '^apps/server/src/platform/' },
    to: { path: '^apps/server/src/(modules|providers|app|demo)/' },
  },
  {
    name: 'modules do not import providers, app or demo',
    severity: 'error',
    from: { path: '^apps/server/src/modules/' },
    to: { path: '^apps/server/src/(providers|app|demo)/', pathNot: '' },
  },
  {
    name: 'modules import only the index and the events of other modules',
    severity: 'error',
    from: { path: '^apps/server/src/modules/([^/]+)/', pathNot: '\\.test\\.ts$' },
    to: {
      path: '^apps/server/src/modules/([^/]+)/',
      pathNot: '^apps/server/src/modules/($1/|[^/]+/(index|events)\\.ts$)',
    },
  },
  {
    name: 'the rest of the server imports only the index and the events of modules',
    severity: 'error',
    from: {
      path: '^apps/server/src/(app|demo|providers|main)',
      pathNot: '(\\.test\\.ts|^apps/server/src/app/modules\\.ts)$',
    },
    to: { path: '^apps/server/src/modules/', pathNot: '/(index|events|module)\\.ts$' },
  },
  {
    name: 'only the list of modules imports module.ts files',
    severity: 'error',
    from: { path: '^apps/server/src/', pathNot: '^apps/server/src/app/modules\\.ts$' },
    to: { path: '^apps/server/src/modules/[^/]+/module\\.ts$' },
  },
  {
    name: 'the list of modules imports only module.ts files',
    severity: 'error',
    from: { path: '^apps/server/src/app/modules\\.ts$' },
    to: { pathNot: '^apps/server/src/modules/[^/]+/module\\.ts$' },
  },
  ...PROVIDER_SDKS,
  UNLISTED_SDKS,
  {
    name: 'the sandbox does not import the product',
    severity: 'error',
    from: { path: '^apps/sandbox/' },
    to: { path: '^(apps/(server|web)|packages)/' },
  },
  {
    name: 'the product does not import the sandbox',
    severity: 'error',
    from: { path: '^apps/server/src/', pathNot: '^apps/server/src/(main\\.ts|demo/|testing/|.*\\.test\\.ts$)' },
    to: { path: '^apps/sandbox/' },
  },
  {
    name: 'the web app imports nothing of the server but the contract',
    severity: 'error',
    from: { path: '^apps/web/' },
    to: { path: '^apps/(server|sandbox)/' },
  },
  {
    name: 'web features do not import each other',
    severity: 'error',
    from: { path: '^apps/web/src/features/([^/]+)/' },
    to: { path: '^apps/web/src/features/([^/]+)/', pathNot: '^apps/web/src/features/$1/' },
  },
  {
    name: 'web: lib and ui do not import entities, features, routes or app',
    severity: 'error',
    from: { path: '^apps/web/src/(ui|lib)/' },
    to: { path: '^apps/web/src/(entities|features|routes|app)/' },
  },
  {
    name: 'web: entities do not import features, routes or app',
    severity: 'error',
    from: { path: '^apps/web/src/entities/' },
    to: { path: '^apps/web/src/(features|routes|app)/' },
  },
  {
    name: 'web: features do not import routes or app',
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

/** Returns the violations in a tree and the files that were checked. */
export async function findViolations(
  baseDir: string,
  folders: string[],
): Promise<{ violations: Violation[]; seen: string[] }> {
  const { output } = await cruise(folders, {
    baseDir,
    // The tsc parser finds no imports with TypeScript 7 and reports success, so use swc.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^apps/[^/]+/dist/|\\.gen\\.ts$)' },
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

const FOLDERS = ['packages/contract/src', 'apps/server/src', 'apps/sandbox/src', 'apps/web/src']
/** Fewer checked files than this mean that the check itself is broken. */
const MIN_FILES = 150

if (import.meta.main) {
  const { violations, seen } = await findViolations(ROOT, FOLDERS)
  for (const { rule, from, to } of violations) console.error(`${rule}\n  ${from} → ${to}`)
  const missing = FOLDERS.filter((folder) => !seen.some((source) => source.startsWith(folder)))
  if (seen.length < MIN_FILES || missing.length > 0) {
    console.error(
      `Only ${seen.length} files were checked${missing.length > 0 ? `, none in ${missing.join(', ')}` : ''}: the check itself is broken.`,
    )
    process.exit(1)
  }
  console.log(`${seen.length} files, ${violations.length} violations`)
  process.exit(violations.length === 0 ? 0 : 1)
}
