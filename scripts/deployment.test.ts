import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../apps/server/src/platform/config.ts'
import manifest from '../package.json' with { type: 'json' }
import { ROOT } from './run-steps.ts'

// Holds Dockerfile, compose.yaml and the page on scaling against the repository. Building the image is left to Docker.

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const filesIn = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

const ignorePatterns = read('.dockerignore')
  .split('\n')
  .filter(Boolean)
  .map((line) => {
    const pattern = RegExp.escape(line.replace('!', '')).replaceAll('\\*\\*\\/', '(.*/)?').replaceAll('\\*', '[^/]*')
    return { isException: line.startsWith('!'), matcher: new RegExp(`^${pattern}(/|$)`) }
  })
/** Whether .dockerignore keeps a path out of the image; the last matching pattern decides. */
const isIgnored = (file: string): boolean =>
  ignorePatterns.findLast(({ matcher }) => matcher.test(file))?.isException === false

interface Stage {
  name: string
  base: string
  /** Instructions with their continued lines joined, such as `['COPY', 'packages packages']`. */
  instructions: [keyword: string, rest: string][]
}

const stages = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean)
  .reduce<Stage[]>((all, line) => {
    const [, keyword = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    if (keyword === 'FROM') {
      const [base = '', , name = 'final'] = rest.split(' ')
      all.push({ name, base, instructions: [] })
    } else all.at(-1)?.instructions.push([keyword, rest])
    return all
  }, [])

const allOf = (keyword: string, { instructions }: Pick<Stage, 'instructions'>) =>
  instructions.flatMap(([word, rest]) => (word === keyword ? [rest] : []))

function stageOf(name: string): Stage {
  const stage = stages.find((candidate) => candidate.name === name)
  if (!stage) throw new Error(`The Dockerfile has no stage ${name}.`)
  return stage
}
const finalStage = () => stageOf('final')

/** Paths that a stage copies from the repository. */
const copiedInto = (stage: Stage): string[] =>
  allOf('COPY', stage)
    .filter((rest) => !rest.startsWith('--from='))
    .flatMap((rest) => rest.split(' ').slice(0, -1))

describe('Dockerfile', () => {
  test('has the stages that these tests are about', () => {
    expect(stages.map(({ name }) => name)).toEqual(['manifests', 'web', 'dependencies', 'final'])
  })

  test('uses the Node version of package.json', () => {
    const bases = stages.map(({ base }) => base).filter((base) => base.startsWith('node:'))
    expect(bases).toHaveLength(2)
    for (const base of bases) expect(base).toMatch(new RegExp(`^node:${manifest.dependencies.node}-`))
  })

  test('copies only what exists, none of it kept out by .dockerignore', () => {
    for (const source of stages.flatMap(copiedInto).filter((file) => file !== '.')) {
      expect([source, filesIn(source).concat(filesIn(`${source}/**`)).length > 0]).toEqual([source, true])
      expect([source, isIgnored(source)]).toEqual([source, false])
    }
    const sources = filesIn('{apps,packages,scripts}/**').filter((file) => !isTest(file))
    expect(sources.length).toBeGreaterThan(1000)
    expect(sources.filter(isIgnored)).toEqual([])
    for (const secret of ['.env', 'apps/server/.env', 'data/secret.key', 'apps/server/data/secret.key', '.git/config'])
      expect([secret, isIgnored(secret)]).toEqual([secret, true])
  })

  test('npm finds the manifest of every workspace and the lock file', () => {
    const expected = ['package.json', 'package-lock.json', ...manifest.workspaces.map((dir) => `${dir}/package.json`)]
    expect(copiedInto(stageOf('manifests')).sort()).toEqual(expected.sort())
    const [install = ''] = allOf('RUN', stageOf('dependencies'))
    const [, workspace] = /--workspace=(\S+)/.exec(install) ?? []
    expect(JSON.parse(read('apps/server/package.json')).name).toBe(workspace)
  })

  test('starts the server with the flags of `npm start`', () => {
    const [command = '[]'] = allOf('CMD', finalStage())
    const [node, ...args]: string[] = JSON.parse(command)
    expect(node).toBe('node')
    const flags = args.filter((arg) => arg.startsWith('--'))
    expect(manifest.scripts.start.split(' ').filter((part) => part.startsWith('--'))).toEqual(flags)
    expect(args.filter((arg) => !flags.includes(arg))).toEqual(['apps/server/src/main.ts'])
    const [build = ''] = allOf('RUN', stageOf('web')).slice(-1)
    expect(build).toBe(`node ${manifest.scripts.build.split(' ')[1]}`)
  })

  test('the server imports only packages and folders that are in the image', () => {
    const folders = copiedInto(finalStage())
    const production = ['apps/server', 'apps/sandbox', 'packages/contract'].flatMap((workspace) => {
      const { dependencies } = JSON.parse(read(`${workspace}/package.json`)) as { dependencies: object }
      // Only tests use these folders.
      const files = filesIn(`${workspace}/src/**/*.ts`).filter((file) => !isTest(file) && !file.includes('/testing/'))
      return files.map((file) => ({ file, packages: Object.keys(dependencies) }))
    })
    expect(production.length).toBeGreaterThan(500)
    const missing = production.flatMap(({ file, packages }) => {
      const isInImage = (specifier: string) =>
        specifier.startsWith('.')
          ? folders.some((folder) => path.join(path.dirname(file), specifier).startsWith(`${folder}/`))
          : isBuiltin(specifier) || packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))
      const imported = read(file).matchAll(
        /^(?:import|export)(?! type)[^'"`;]*? from '([^']+)'|\bimport\('([^']+)'\)/gm,
      )
      return [...imported]
        .map(([, fromStatic, fromDynamic]) => fromStatic ?? fromDynamic ?? '')
        .filter((specifier) => !isInImage(specifier))
        .map((specifier) => `${file} imports ${specifier}`)
    })
    expect(missing).toEqual([])
  })

  test('its environment is a configuration of the server', () => {
    const pairs = allOf('ENV', finalStage()).flatMap((rest) => rest.split(' ').map((pair) => pair.split('=')))
    const environment: Record<string, string> = Object.fromEntries(pairs)
    const { NODE_COMPILE_CACHE, ...ours } = environment
    expect(NODE_COMPILE_CACHE).toBeDefined()
    for (const name of Object.keys(ours)) expect(read('.env.example')).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
    expect(readConfig(ours)).toMatchObject({ isProduction: true, host: '0.0.0.0', port: 3000, dataDir: '/data' })
    expect(allOf('EXPOSE', finalStage())).toEqual([ours.PORT])
    expect(allOf('RUN', finalStage()).join()).toContain(` ${ours.DATA_DIR}`)
    const [probe = ''] = allOf('HEALTHCHECK', finalStage())
    const [, route = ''] = /:\$\{process\.env\.PORT\}(\/\w+)`/.exec(probe) ?? []
    expect(routes()).toContain(route)
  })
})

/** Plain routes of the platform, such as /healthz. */
const routes = () =>
  [...read('apps/server/src/platform/http/app.ts').matchAll(/app\.get\('([^']+)'/g)].map(([, route]) => route)

interface Service {
  image: string
  environment?: Record<string, string>
  command?: string[]
  volumes?: string[]
  depends_on?: string[] | Record<string, { condition: string }>
  stop_grace_period?: string
}

describe('compose.yaml', () => {
  const text = read('compose.yaml')
  const compose: {
    services: Record<string, Service>
    volumes: Record<string, null>
    configs: Record<string, { content: string }>
  } = parse(text, { merge: true })
  const services = Object.entries(compose.services)
  const processes = services.filter(([, { image }]) => image === 'frontdesk')
  const fill = (value: string) =>
    value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name) => `${name}0123456789abcdefghijklmnopqrstuvw`)
  const configs = processes.map(([name, { environment = {} }]) => ({
    name,
    config: readConfig(Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, fill(value)]))),
  }))

  test('names two processes of each role, as the page on scaling does', () => {
    expect(configs.map(({ name, config }) => [name, config.role])).toEqual([
      ['api-1', 'api'],
      ['api-2', 'api'],
      ['worker-1', 'worker'],
      ['worker-2', 'worker'],
    ])
    const [, restarted = ''] = /^for process in (.+?);/m.exec(read('docs/topics/scaling.md')) ?? []
    expect(restarted.split(' ').sort()).toEqual(processes.map(([name]) => name).sort())
  })

  test('sets only variables that the server reads', () => {
    for (const name of new Set(processes.flatMap(([, { environment = {} }]) => Object.keys(environment))))
      expect(read('.env.example')).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
    for (const { config } of configs)
      expect(config).toMatchObject({ isProduction: true, trustProxy: true, hasSandbox: false, host: '0.0.0.0' })
  })

  test('says which variables it needs', () => {
    const used = [...text.matchAll(/[^$]\$\{(\w+)/g)].map(([, name = '']) => name)
    const [header = ''] = text.split('\n\n')
    const [, listed = ''] = /`\.env` beside it with([^.]*?), and whatever/.exec(header.replaceAll('\n#', '')) ?? []
    expect(listed.match(/[A-Z][A-Z0-9_]+/g)?.sort()).toEqual([...new Set(used)].sort())
  })

  test('each process finds its services by their names, ports and credentials', () => {
    const { postgres, s3, bucket } = compose.services
    for (const { config } of configs) {
      const database = new URL(config.databaseUrl ?? '')
      expect([database.hostname, database.port]).toEqual(['postgres', '5432'])
      expect(postgres?.environment).toMatchObject({
        POSTGRES_USER: database.username,
        POSTGRES_DB: database.pathname.slice(1),
      })
      expect(fill(postgres?.environment?.POSTGRES_PASSWORD ?? '')).toBe(database.password)
      expect(config.redisUrl).toBe('redis://redis:6379')
      expect(config.s3).toMatchObject({ endpoint: 'http://s3:8333', forcePathStyle: true })
      expect(bucket?.environment?.AWS_ENDPOINT_URL).toBe(config.s3?.endpoint)
      expect(bucket?.environment?.AWS_REGION).toBe(config.s3?.region)
      for (const keys of [s3?.environment, bucket?.environment])
        expect([keys?.AWS_ACCESS_KEY_ID, keys?.AWS_SECRET_ACCESS_KEY].map((key) => fill(key ?? ''))).toEqual([
          config.s3?.accessKeyId,
          config.s3?.secretAccessKey,
        ])
      const buckets = [...(bucket?.command?.join(' ') ?? '').matchAll(/--bucket (\w+)/g)].map(([, name]) => name)
      expect(new Set(buckets)).toEqual(new Set([config.s3?.bucket]))
    }
    for (const [name, { depends_on: needed = [] }] of services)
      for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
        expect([name, Object.keys(compose.services)]).toEqual([name, expect.arrayContaining([other])])
    for (const volume of services.flatMap(([, { volumes = [] }]) => volumes))
      expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
  })

  test('has connections and time for every process', () => {
    const [, connections] = /up to (\d+) connections/.exec(read('docs/topics/scaling.md')) ?? []
    const [, most] = /max_connections=(\d+)/.exec(compose.services.postgres?.command?.join(' ') ?? '') ?? []
    // One process more than usual runs during a rolling restart.
    expect(Number(most)).toBeGreaterThan(Number(connections) * (processes.length + 1))
    const [, drainMs = ''] = /const DRAIN_MS = ([\d_]+)/.exec(read('apps/server/src/main.ts')) ?? []
    for (const [, { stop_grace_period: grace = '' }] of processes)
      expect(Number(grace.replace(/s$/, '')) * 1000).toBeGreaterThan(Number(drainMs.replaceAll('_', '')))
  })

  test('the proxy passes requests to the processes that serve them', () => {
    const content = compose.configs.caddyfile?.content ?? ''
    const [, upstreams = ''] = /reverse_proxy (.+) \{/.exec(content) ?? []
    const serving = configs.filter(({ config }) => config.role === 'api')
    expect(upstreams.split(' ')).toEqual(serving.map(({ name, config }) => `${name}:${config.port}`))
    const [, route = ''] = /health_uri (\S+)/.exec(content) ?? []
    expect(routes()).toContain(route)
  })
})
