import type { Conversation, Message } from '@frontdesk/contract/api'

const hex = (prefix: string, number: number) => prefix + number.toString(16).padStart(32, '0')
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

type Attributes = Partial<Conversation['attributes']>

/** A conversation of the demo kind; `number` makes it a different one. */
export function aConversation(
  number: number,
  attributes: Attributes = {},
  rest: Partial<Conversation> = {},
): Conversation {
  const phone = `+1207555${String(1000 + number)}`
  return {
    sid: hex('CH', number),
    uniqueName: `tenant|+12075550100|${phone}`,
    phoneNumber: phone,
    tenantPhoneNumber: '+12075550100',
    friendlyName: `Contact ${number}`,
    contact: {
      id: uuid(number),
      name: `Contact ${number}`,
      email: null,
      phone,
      countryCode: 'US',
      birthDate: null,
      language: null,
      tags: [],
      labels: [],
      locationID: uuid(1),
      source: 'sms',
      lineType: 'mobile',
      isOptedOut: false,
      isBlocked: false,
      createdOnUtc: '2026-01-01T00:00:00.000Z',
    },
    attributes: {
      toUserID: null,
      toUserName: null,
      locationID: uuid(1),
      latestMessage: 'Hello',
      latestMessageDateUTC: new Date(Date.UTC(2026, 0, 1) - number * 60_000).toISOString(),
      isClosed: false,
      folder: 'new',
      folderName: 'Waiting Response',
      statusKey: null,
      statusName: null,
      unreadMessages: 0,
      isSnoozed: false,
      snoozedUntil: null,
      needsAnswerSince: null,
      type: 'sms',
      deliveryStatus: null,
      nextScheduledMessageDate: null,
      channelWindowEndsUTC: null,
      ...attributes,
    },
    lastMessage: null,
    version: 1,
    ...rest,
  }
}

export function aMessage(index: number, rest: Partial<Message> = {}): Message {
  return {
    sid: hex('IM', index),
    conversationSid: hex('CH', 1),
    index,
    author: '+12075551001',
    authorUserID: null,
    body: `Message ${index}`,
    dateCreated: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    attachedMedia: [],
    deliveryStatus: null,
    deliveryError: null,
    segments: 1,
    attributes: { type: 'text', isOutgoingMessage: false, seenBy: [] },
    version: 1,
    ...rest,
  }
}
