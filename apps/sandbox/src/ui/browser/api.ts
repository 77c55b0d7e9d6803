import type { PhoneMessage } from '../../api/phone-message.ts'
import type { WebhookEntry } from '../../api/webhook-entry.ts'
import type { Fault } from '../../store/faults.ts'
import type { Phone } from '../../store/phones.ts'

export interface ListedPhone extends Phone {
  lastText: string
  lastAt: string | null
  isLastInbound: boolean
}

export interface ListedNumber {
  phoneNumber: string
  friendlyName: string
  account: { sid: string; friendlyName: string }
  hasWebhook: boolean
}

async function request<Result>(method: string, path: string, body?: unknown): Promise<Result> {
  const isFile = body instanceof Blob
  const response = await fetch(`/sandbox/api${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': isFile ? body.type || 'application/octet-stream' : 'application/json' },
      body: isFile ? body : JSON.stringify(body),
    }),
  })
  const result = response.status === 204 ? null : await response.json()
  if (!response.ok) throw new Error(result?.error?.message ?? `The sandbox responded with status ${response.status}`)
  return result
}

const phonePath = (phone: string) => `/phones/${encodeURIComponent(phone)}/messages`

export const listPhones = async (search: string) =>
  (await request<{ phones: ListedPhone[] }>('GET', `/phones?search=${encodeURIComponent(search)}`)).phones

export const savePhone = (phone: { phone: string; name?: string; lineType?: string }) =>
  request<Phone>('POST', '/phones', phone)

export const listNumbers = async () => (await request<{ numbers: ListedNumber[] }>('GET', '/numbers')).numbers

export const listMessages = async (phone: string) =>
  (await request<{ messages: PhoneMessage[] }>('GET', phonePath(phone))).messages

export const sendText = (phone: string, text: { to: string; body: string; mediaUrls: string[] }) =>
  request<PhoneMessage>('POST', phonePath(phone), text)

export const uploadPicture = async (file: File) => (await request<{ url: string }>('POST', '/media', file)).url

export const listFaults = async () => (await request<{ faults: Fault[] }>('GET', '/faults')).faults

export const addFault = (fault: object) => request<Fault>('POST', '/faults', fault)

export const removeFault = (id: number) => request<null>('DELETE', `/faults/${id}`)

export const removeAllFaults = () => request<null>('DELETE', '/faults')

export const listWebhooks = async () => (await request<{ webhooks: WebhookEntry[] }>('GET', '/webhooks')).webhooks
