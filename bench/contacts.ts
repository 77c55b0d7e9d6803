import { CONTACT_COLUMNS } from '../apps/server/src/modules/contact-rows/rows.ts'
import type { ContactQuery } from '../packages/contract/src/api.ts'
import { birthdaysIn } from '../packages/contract/src/rules.ts'
import { startChild } from './lib/child.ts'
import { bulkLoad } from './lib/in-bulk.ts'
import { type Product, startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, p95, report } from './lib/report.ts'
import { CONCURRENCY, mapSequentially, measure, nameOf, post, sideBySide } from './lib/side-by-side.ts'
import { type BenchTenant, signUpTenants } from './lib/tenants.ts'

interface Case {
  name: string
  query: ContactQuery
  /** Plain SQL that fetches the same rows; $1 is the tenant. */
  sql: string
  /** One of the four queries of a contacts screen, also compared with a thin server. */
  isOfScreen?: true
}

/** The rows and columns of the response, without a server and row level security. */
const page = (rows: string, order: string) => `
  select ${CONTACT_COLUMNS.sql('t.tenant_id')}, coalesce(c.sorted_at, t.created_at) as active_at,
    exists (select from opt_outs o where o.tenant_id = $1 and o.contact_phone = t.phone and o.is_opted_out) as opted_out
  from (${rows}) t left join lateral (
    select c.id, c.sorted_at from conversations c where c.tenant_id = $1 and c.contact_phone = t.phone order by c.sorted_at desc limit 1
  ) c on true order by ${order}`

const created = (where: string) =>
  page(
    `select t.* from contacts t where t.tenant_id = $1 and ${where} order by t.created_at desc, t.id desc limit 51`,
    't.created_at desc, t.id desc',
  )

const byCreation = (name: string, query: ContactQuery, where: string): Case => ({
  name,
  query: { orderBy: 'createdOnUtc', ...query },
  sql: created(where),
})

const days = birthdaysIn('this_week', Temporal.Now.plainDateISO('America/New_York'))

const CASES: Case[] = [
  {
    name: 'first page by last activity',
    query: {},
    isOfScreen: true,
    sql: page(
      `select * from (
        (select t.*, c.sorted_at as at from conversations c join contacts t on t.tenant_id = $1 and t.phone = c.contact_phone
         where c.tenant_id = $1 and not c.is_closed order by c.sorted_at desc limit 51)
        union all
        (select t.*, c.sorted_at from conversations c join contacts t on t.tenant_id = $1 and t.phone = c.contact_phone
         where c.tenant_id = $1 and c.is_closed order by c.sorted_at desc limit 51)
        union all
        (select t.*, t.created_at from contacts t where t.tenant_id = $1 and not t.has_conversation order by t.created_at desc limit 51)
      ) t order by t.at desc limit 51`,
      't.at desc',
    ),
  },
  byCreation('first page by creation', {}, 'true'),
  {
    name: 'first page by name',
    query: { orderBy: 'name', orderByDesc: false },
    sql: page(
      'select t.* from contacts t where t.tenant_id = $1 order by t.name_order, t.id limit 51',
      't.name_order, t.id',
    ),
  },
  {
    ...byCreation(
      'status and tag',
      { statusKeys: ['lead'], tagsSearch: ['Ballard'] },
      `t.status_key = 'lead' and t.tags && '{Ballard}'`,
    ),
    isOfScreen: true,
  },
  byCreation('tag', { tagsSearch: ['rare 7'] }, `t.tags <> '{}' and t.tags && '{rare 7}'`),
  byCreation('label', { labelsSearch: ['No Deal'] }, `t.labels <> '{}' and t.labels && '{No Deal}'`),
  byCreation('source', { sources: ['csv-upload'] }, `t.source = 'csv-upload'`),
  byCreation('has conversation', { hasConversation: true }, 't.has_conversation'),
  byCreation(
    'opted out',
    { isOptedOut: true },
    'exists (select from opt_outs o where o.tenant_id = $1 and o.contact_phone = t.phone and o.is_opted_out)',
  ),
  byCreation('birthdays of a week', { birthdayKey: 'this_week' }, `t.birth_day = any('{${days.join()}}')`),
  {
    ...byCreation(
      'name contains “silva 77”',
      { nameSearch: 'Silva 77' },
      `t.name_key like '%silva%' and t.name_key like '% 77%'`,
    ),
    isOfScreen: true,
  },
  byCreation('name begins with “nova”', { nameSearch: 'nova' }, `t.name_key like '%nova%'`),
  byCreation('number', { phoneSearch: '41555512' }, `t.phone like '%41555512%'`),
  {
    ...byCreation('email', { emailSearch: 'ava.silva.1008@example.test' }, `t.email = 'ava.silva.1008@example.test'`),
    isOfScreen: true,
  },
]

const GOAL = 1.5
const THIN_GOAL = 0.6
const PATH = '/api/main/Contact/get-list'

/** The list of contacts of a big tenant among small ones, beside plain SQL for the same rows and a thin server. */
export async function benchContacts({ isQuick, isWhole }: BenchOptions): Promise<Figure[]> {
  const contacts = isWhole ? 1_000_000 : isQuick ? 20_000 : 100_000
  const requests = isQuick ? 200 : 800
  const product = await startProduct()
  try {
    const small = { conversations: 500, messages: 500 }
    const sizes = [
      { conversations: contacts / 10, messages: contacts / 10 },
      ...Array.from({ length: 10 }, () => small),
    ]
    const [big] = await signUpTenants(product, sizes)
    if (!big) throw new Error('No tenant was signed up.')
    await addContacts(product, big, contacts - contacts / 10)
    const thin = await startChild('contacts-baseline.ts', {
      databaseUrl: product.databaseUrl('product'),
      tenantId: big.tenantId,
      statements: Object.fromEntries(CASES.map((benchCase) => [nameOf(benchCase), benchCase.sql])),
    })
    try {
      const call = ({ query }: Case) => post(product.url + PATH, big.token, query)
      await mapSequentially(CASES, (benchCase) => measure(() => call(benchCase), requests / 4))
      const figures: Figure[] = []
      for (const benchCase of CASES) {
        const query = () =>
          product.owner.query({ name: nameOf(benchCase), text: benchCase.sql, values: [big.tenantId] })
        const { api, sql } = await sideBySide({ call: () => call(benchCase), query }, requests)
        const [value, baseline] = [p95(api), p95(sql)]
        figures.push(
          report({
            bench: 'contacts',
            case: `${benchCase.name}: p95 at concurrency ${CONCURRENCY}`,
            value,
            unit: 'ms',
            baseline,
            goal: `at most ${GOAL} times the plain SQL`,
            ok: value / baseline <= GOAL,
          }),
        )
      }
      for (const benchCase of CASES.filter(({ isOfScreen }) => isOfScreen)) {
        const request = () => post(`${thin.line}/contacts`, '', { name: nameOf(benchCase) })
        await measure(request, requests / 4)
        const { api, sql: thinTimes } = await sideBySide({ call: () => call(benchCase), query: request }, requests)
        const rate = (times: number[]) => (1000 * CONCURRENCY * times.length) / times.reduce((sum, ms) => sum + ms, 0)
        const [value, baseline] = [rate(api), rate(thinTimes)]
        figures.push(
          report({
            bench: 'contacts',
            case: `${benchCase.name}: rate beside a thin server`,
            value,
            unit: 'requests/s',
            baseline,
            goal: `at least ${THIN_GOAL}`,
            ok: value / baseline >= THIN_GOAL,
          }),
        )
      }
      return figures
    } finally {
      await thin.stop()
    }
  } finally {
    await product.stop()
  }
}

/** Adds imported contacts, and gives all of the tenant's contacts emails, tags, labels, statuses and birth dates. */
async function addContacts({ owner }: Product, { tenantId }: BenchTenant, count: number): Promise<void> {
  await bulkLoad(owner, ['contacts'], async (client) => {
    await client.query(
      `insert into contacts (tenant_id, id, name, phone, country_code, location_id, source, created_at, email, birth_date, tags, labels, status_key)
       select $1, gen_random_uuid(),
         (array['Ava','Noah','Mia','Liam','Zoe','Omar','Ines','Kofi'])[1 + c % 8] || ' ' || (array['Silva','Chen','Okafor','Berg','Rossi','Novak','Haddad'])[1 + c % 7] || ' ' || c,
         '+1' || (4165550000 + c)::text, 'US', l.id, 'csv-upload', now() - c * interval '1 second',
         'ava.silva.' || c || '@example.test', date '1960-01-01' + c % 20000,
         case when c % 3 = 0 then array['Ballard'] when c % 100 = 1 then array['rare ' || c % 1000] else '{}' end,
         case when c % 20 = 0 then array['No Deal'] else '{}' end, case when c % 30 = 0 then 'lead' end
       from locations l, generate_series(1, $2::int) c where l.tenant_id = $1`,
      [tenantId, count],
    )
    await client.query(
      `update contacts t set has_conversation = exists (
         select from conversations c where c.tenant_id = t.tenant_id and c.contact_phone = t.phone
       )`,
    )
  })
  await owner.query(
    `insert into opt_outs (tenant_id, contact_phone, tenant_phone, is_opted_out, updated_at)
     select tenant_id, phone, '+16505551000', true, now() from contacts where tenant_id = $1 and phone like '%77'`,
    [tenantId],
  )
  await owner.query(
    `insert into contact_counts (tenant_id, location_id, source, n)
     select tenant_id, location_id, source, count(*) from contacts group by 1, 2, 3`,
  )
  await owner.query('vacuum analyze')
}
