import type { Conversation } from '@frontdesk/contract/api'
import { phoneText } from '../../lib/phone-text.ts'

export const contactName = ({ friendlyName, phoneNumber }: Conversation) => friendlyName || phoneText(phoneNumber)
