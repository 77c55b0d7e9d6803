import { contract, type PaymentDetail } from '@frontdesk/contract/api'
import { ok } from './client.ts'
import { newPhone, type Tenant, type TestInstance, type TestUser } from './test-instance.ts'

const { paymentConfigs, paymentRequests } = contract

/** A payment request over one line. */
export const aRequest = (tenant: Tenant, unitAmount: number, details: object = {}) => ({
  clientDocumentId: crypto.randomUUID(),
  locationID: tenant.locationIds[0] ?? '',
  contact: { name: 'Maya Chen', phone: newPhone() },
  lines: [{ description: 'Checkup', unitAmount }],
  ...details,
})

export const createRequest = async (
  person: TestUser,
  tenant: Tenant,
  unitAmount: number,
  details: object = {},
): Promise<PaymentDetail> => ok(await person.call(paymentRequests.create, aRequest(tenant, unitAmount, details))).data

/** Taxes of Quebec: two on a line, on top of the price. */
export async function saveTaxes({ owner }: Tenant): Promise<string[]> {
  const { version } = ok(await owner.call(paymentConfigs.get, undefined)).data
  const taxes = [
    { id: crypto.randomUUID(), name: 'GST', rate: 5000, isInclusive: false, isDefault: true },
    { id: crypto.randomUUID(), name: 'QST', rate: 9975, isInclusive: false, isDefault: true },
  ]
  ok(await owner.call(paymentConfigs.save, { taxes, version }))
  return taxes.map(({ id }) => id)
}

export interface StoredLedger {
  /** Entries by document. */
  entries: { documentId: string; debit: string; credit: string; amount: string }[]
  documents: Record<string, unknown>[]
  days: { debit: string; credit: string; kind: string; amount: string }[]
  credits: { contact_id: string; amount: string }[]
  totals: { kind: string; status: string; currency: string; n: string; amount: string }[]
}

/** What is stored about the money of a business. */
export async function readLedger({ server }: TestInstance, { tenantId }: Tenant): Promise<StoredLedger> {
  const read = async (text: string) => (await server.database.owner.query(text, [tenantId])).rows
  return {
    entries: await read(
      `select p.document_id as "documentId", e.debit, e.credit, e.amount from ledger_postings p
       join ledger_entries e on e.tenant_id = p.tenant_id and e.posting_id = p.id where p.tenant_id = $1`,
    ),
    documents: await read('select * from payment_documents where tenant_id = $1'),
    days: await read('select kind, debit, credit, amount from payment_days where tenant_id = $1'),
    credits: await read('select contact_id, amount from payment_credits where tenant_id = $1'),
    totals: await read(
      'select kind, status, currency, n, amount from payment_totals where tenant_id = $1 and n <> 0 order by kind, status',
    ),
  }
}
