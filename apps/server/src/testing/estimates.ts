import { contract, type PaymentDetail } from '@frontdesk/contract/api'
import { ok } from './client.ts'
import { createVisitor, hiddenFieldsOf } from './payment-pages.ts'
import { aRequest } from './payments.ts'
import type { Tenant } from './test-instance.ts'

const { paymentEstimates } = contract

export const createEstimate = async (tenant: Tenant, details: object): Promise<PaymentDetail> =>
  ok(await tenant.owner.call(paymentEstimates.create, aRequest(tenant, 1000, details))).data

export const getEstimate = async ({ owner }: Tenant, id: string) =>
  ok(await owner.call(paymentEstimates.get, { id })).data

export const markEstimateSent = async ({ owner }: Tenant, id: string) =>
  ok(await owner.call(paymentEstimates.updateStatus, { id, status: 'sent' }))

export const getEstimateLink = async ({ owner }: Tenant, id: string) =>
  ok(await owner.call(paymentEstimates.getLink, { id })).data.url

/** The content that an update of an estimate repeats. */
export const contentOf = ({ lines, note }: PaymentDetail) => ({
  note,
  lines: lines.map(({ description, unitAmount, quantity }) => ({ description, unitAmount, quantity })),
})

/** Approves an estimate on its page, as the contact. */
export async function approveOnPage(baseUrl: string, tenant: Tenant, id: string, phone: string) {
  const { visit, enter } = createVisitor(baseUrl)
  const { pathname } = new URL(await getEstimateLink(tenant, id))
  await enter(pathname, phone)
  const confirm = await visit(`${pathname}/approve`)
  await visit(`${pathname}/approve`, { ...hiddenFieldsOf(confirm.text), name: 'Maya' })
}
