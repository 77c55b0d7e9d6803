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

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const isFile = body instanceof Blob
  const response = await fetch(`/sandbox/api${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': isFile ? body.type || 'application/octet-stream' : 'application/json' },
      body: isFile ? body : JSON.stringify(body),
    }),
  })
  const answer = response.status === 204 ? null : await response.json()
  if (!response.ok) throw new Error(answer?.error?.message ?? `The sandbox answered ${response.status}`)
  return answer as Answer
}

const phonePath = (phone: string) => `/phones/${encodeURIComponent(phone)}/messages`

export const listPhones = async (search: string) =>
  (await call<{ phones: ListedPhone[] }>('GET', `/phones?search=${encodeURIComponent(search)}`)).phones

export const savePhone = (phone: { phone: string; name?: string; lineType?: string }) =>
  call<Phone>('POST', '/phones', phone)

export const listNumbers = async () => (await call<{ numbers: ListedNumber[] }>('GET', '/numbers')).numbers

export const listMessages = async (phone: string) =>
  (await call<{ messages: PhoneMessage[] }>('GET', phonePath(phone))).messages

export const sendText = (phone: string, text: { to: string; body: string; mediaUrls: string[] }) =>
  call<PhoneMessage>('POST', phonePath(phone), text)

export const uploadPicture = async (file: File) => (await call<{ url: string }>('POST', '/media', file)).url

export const listFaults = async () => (await call<{ faults: Fault[] }>('GET', '/faults')).faults

export const addFault = (fault: object) => call<Fault>('POST', '/faults', fault)

export const removeFault = (id: number) => call<null>('DELETE', `/faults/${id}`)

export const removeAllFaults = () => call<null>('DELETE', '/faults')

export const listWebhooks = async () => (await call<{ webhooks: WebhookEntry[] }>('GET', '/webhooks')).webhooks
