import http from 'node:http'
import { bulkLoad } from './lib/in-bulk.ts'
import { type Product, startProduct } from './lib/product.ts'
import { type BenchOptions, type Figure, p95, report } from './lib/report.ts'
import { CONCURRENCY, mapSequentially, measure, nameOf, sideBySide } from './lib/side-by-side.ts'
import { type BenchTenant, signUpTenants } from './lib/tenants.ts'
import { benchPaymentEvents } from './payment-events.ts'
import { benchPaymentExport } from './payment-export.ts'
import { benchPaymentPdfs } from './payment-pdfs.ts'

interface Case {
  name: string
  query: Record<string, string>
  /** Conditions and order of the plain SQL that fetches the same rows. */
  where?: string
  order: string
}

const NEWEST = 'd.created_at desc, d.id desc'
const sorted = (orderBy: string, column: string): Case => ({
  name: `sorted by ${orderBy}`,
  query: { orderBy, orderByDesc: 'true' },
  order: `${column} desc, d.id desc`,
})
const filtered = (name: string, query: Record<string, string>, where: string): Case => ({
  name,
  query,
  where,
  order: NEWEST,
})

const CASES: Case[] = [
  sorted('createdDateUTC', 'd.created_at'),
  sorted('contactPhone', 'd.contact_phone'),
  sorted('totalAmount', 'd.total_amount'),
  sorted('invoiceNumber', 'd.number_value'),
  sorted('locationID', 'd.location_id'),
  sorted('paymentStatus', 'd.status'),
  filtered('paid', { statuses: 'paid' }, "d.status = 'paid'"),
  filtered('disputed, which are rare', { statuses: 'disputed' }, "d.status = 'disputed'"),
  filtered('estimates', { kinds: 'estimate' }, "d.kind = 'estimate'"),
  filtered(
    'of one day',
    { startDateTimeUTC: '2026-06-01T00:00:00Z', endDateTimeUTC: '2026-06-02T00:00:00Z' },
    "d.created_at >= '2026-06-01' and d.created_at < '2026-06-02'",
  ),
  filtered('a number', { searchTerm: 'INV777' }, "(d.invoice_number = 'INV777')"),
  filtered('a name', { searchTerm: 'Silva 77' }, "t.name_key like '%silva%' and t.name_key like '% 77%'"),
  filtered('a phone', { searchTerm: '41555500' }, "t.phone like '%41555500%'"),
]

/** The rows and columns of the response, without a server and row level security. */
const toSql = ({ where = 'true', order }: Case) => `
  select d.*, t.id as contact, t.name, t.phone,
    (select c.id from conversations c where c.tenant_id = $1 and c.contact_phone = t.phone order by c.sorted_at desc limit 1) as conversation,
    (select u.display_name from users u where u.tenant_id = $1 and u.id = d.created_by_user_id) as created_by
  from payment_documents d left join contacts t on t.tenant_id = $1 and t.id = d.contact_id
  where d.tenant_id = $1 and ${where} order by ${order} limit 51`

const LIST_GOAL = 2
const SHEET_GOAL = 0.1

/** Lists and the cash sheet of a big business beside others, and payments that are reported at once. */
export async function benchPayments({ isQuick, isWhole, size }: BenchOptions): Promise<Figure[]> {
  const documents = size ?? (isQuick ? 20_000 : isWhole ? 1_000_000 : 100_000)
  const figures = await benchLists(documents, { others: isQuick ? 10 : 100, requests: isQuick ? 200 : 800 })
  return [
    ...figures,
    ...(await benchPaymentEvents(isQuick ? 200 : 2000)),
    ...(await benchPaymentPdfs(isQuick ? 100 : isWhole ? 10_000 : 1000)),
  ]
}

async function benchLists(
  documents: number,
  { others, requests }: { others: number; requests: number },
): Promise<Figure[]> {
  const product = await startProduct()
  try {
    const contacts = Math.max(1000, documents / 10)
    const small = { conversations: 100, messages: 100 }
    const [big] = await signUpTenants(product, [
      { conversations: contacts, messages: contacts },
      ...Array.from({ length: others }, () => small),
    ])
    if (!big) throw new Error('No tenant was signed up.')
    await addDocuments(product, big, documents)
    const read = (path: string, query: Record<string, string>) =>
      get(`${product.url}/api/payments/${path}?${new URLSearchParams(query)}`, big.token)
    const call = ({ query }: Case) => read('PaymentRequest/get-list', query)
    await mapSequentially(CASES, (benchCase) => measure(() => call(benchCase), requests / 4))
    const lists = await mapSequentially(CASES, async (benchCase) => {
      const query = () =>
        product.owner.query({ name: nameOf(benchCase), text: toSql(benchCase), values: [big.tenantId] })
      const { api, sql } = await sideBySide({ call: () => call(benchCase), query }, requests)
      const [value, baseline] = [p95(api), p95(sql)]
      return report({
        bench: 'payments',
        case: `${documents} documents, ${benchCase.name}: p95 at concurrency ${CONCURRENCY}`,
        value,
        unit: 'ms',
        baseline,
        goal: `at most ${LIST_GOAL} times the plain SQL`,
        ok: value / baseline <= LIST_GOAL,
      })
    })
    const sheet = await benchCashSheet(product, big, { documents, read, requests })
    return [...lists, sheet, ...(await benchPaymentExport(product, big, documents))]
  } finally {
    await product.stop()
  }
}

/** The cash sheet of a year beside summing the entries of the ledger. */
async function benchCashSheet(
  { owner }: Product,
  { tenantId }: BenchTenant,
  {
    documents,
    read,
    requests,
  }: { documents: number; read: (path: string, query: Record<string, string>) => Promise<void>; requests: number },
): Promise<Figure> {
  const call = () => read('CashSheet/get', { startDate: '2026-01-01', endDate: '2026-12-31' })
  const query = () =>
    owner.query({
      name: 'raw entries',
      text: `select p.day, p.location_id, p.currency, p.kind, e.debit, e.credit, sum(e.amount), count(*)
        from ledger_postings p join ledger_entries e on e.tenant_id = $1 and e.posting_id = p.id
        where p.tenant_id = $1 and p.day between '2026-01-01' and '2026-12-31' group by 1, 2, 3, 4, 5, 6`,
      values: [tenantId],
    })
  const { api, sql } = await sideBySide({ call, query }, requests / 4)
  const [value, baseline] = [p95(api), p95(sql)]
  return report({
    bench: 'payments',
    case: `cash sheet of a year, ${documents} documents: p95 at concurrency ${CONCURRENCY}`,
    value,
    unit: 'ms',
    baseline,
    goal: `at most ${SHEET_GOAL} of summing raw entries`,
    ok: value / baseline <= SHEET_GOAL,
  })
}

/**
 * Documents of a year in all states, their ledger and what is kept of both; a tenth as many for all other businesses
 * together.
 */
async function addDocuments({ owner }: Product, { tenantId }: BenchTenant, count: number): Promise<void> {
  const tables = ['payment_documents', 'ledger_postings', 'ledger_entries', 'payment_days', 'payment_totals']
  await bulkLoad(owner, tables, async (client) => {
    await client.query(
      `insert into payment_documents (
         tenant_id, id, client_document_id, kind, location_id, contact_id, contact_phone, currency, version, stage, status,
         invoice_number, number_value, total_amount, net_amount, tax_amount, paid_amount, created_by_user_id, created_at, updated_at
       )
       select c.tenant_id, gen_random_uuid(), gen_random_uuid(), case when n % 10 = 9 then 'estimate' else 'request' end,
         c.location_id, c.id, c.phone, 'USD', 1, 'sent', s.status, 'INV' || n, n, a.total, a.total, 0,
         case when s.status in ('paid', 'disputed') then a.total else 0 end, u.id, t.at, t.at
       from (
         select *, row_number() over (partition by tenant_id order by phone) as position, count(*) over (partition by tenant_id) as total
         from contacts
       ) c
       join lateral (select id from users where users.tenant_id = c.tenant_id limit 1) u on true
       join lateral generate_series(c.position, case when c.tenant_id = $1 then $2::int else 100 end, c.total) n on true,
       lateral (select case when n % 10 = 9 then 'sent' when n % 1000 = 7 then 'disputed' when n % 3 = 0 then 'paid'
         when n % 3 = 1 then 'viewed' else 'sent' end as status) s,
       lateral (select 1000 + n::bigint * 7919 % 90000 as total) a,
       lateral (select timestamptz '2026-01-01' + n * 31536000.0 / (case when c.tenant_id = $1 then $2::int else 100 end) * interval '1 second' as at) t`,
      [tenantId, count],
    )
    await client.query(
      `insert into ledger_postings (tenant_id, id, kind, source, document_id, contact_id, location_id, currency, day, created_at)
       select tenant_id, gen_random_uuid(), k.kind, k.kind || ':' || id, id, contact_id, location_id, currency, created_at::date, created_at
       from payment_documents d, lateral (select unnest(case when paid_amount > 0 then array['issue', 'payment'] else array['issue'] end) as kind) k
       where d.kind = 'request'`,
    )
    await client.query(
      `insert into ledger_entries (tenant_id, posting_id, entry, debit, credit, amount)
       select p.tenant_id, p.id, 0, case p.kind when 'issue' then 'receivable' else 'provider' end,
         case p.kind when 'issue' then 'sales' else 'receivable' end, d.total_amount
       from ledger_postings p join payment_documents d on d.tenant_id = p.tenant_id and d.id = p.document_id`,
    )
    await client.query(
      `insert into payment_days (tenant_id, day, location_id, currency, kind, debit, credit, amount, n)
       select p.tenant_id, p.day, p.location_id, p.currency, p.kind, e.debit, e.credit, sum(e.amount), count(*)
       from ledger_postings p join ledger_entries e on e.tenant_id = p.tenant_id and e.posting_id = p.id group by 1, 2, 3, 4, 5, 6, 7`,
    )
    await client.query(
      `insert into payment_totals (tenant_id, location_id, kind, status, currency, n, amount)
       select tenant_id, location_id, kind, status, currency, count(*), sum(total_amount) from payment_documents group by 1, 2, 3, 4, 5`,
    )
  })
  await owner.query('vacuum analyze')
}

const keepAlive = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY })

function get(url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent: keepAlive, headers: { authorization: `Bearer ${token}` } }, (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`${url} responded with status ${response.statusCode}`)),
        )
      })
      .on('error', reject)
  })
}
