import { contract } from '@frontdesk/contract/api'
import { ok } from './client.ts'
import { newPhone, type Tenant } from './test-instance.ts'

const { contactList, contacts } = contract

/** Adds a contact with a new number. */
export const add = async (
  { owner }: Tenant,
  contact: { name?: string; email?: string; tags?: string[]; birthDate?: string } = {},
) => ok(await owner.call(contacts.add, { phone: newPhone(), ...contact }))

export const list = async ({ owner }: Tenant, criteria: object = {}) =>
  ok(await owner.call(contactList.getList, criteria))

export const phonesOf = ({ phones }: { phones: readonly { phone: string }[] }) => phones.map(({ phone }) => phone)
