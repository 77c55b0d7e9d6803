import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

const data = z.object({ code: z.string() })
const catchUp = { none: 'The list of short links is fetched when it is opened.' }

export const shortLinkCreated = defineEvent('short-link.created', { data, catchUp })
export const shortLinkClicked = defineEvent('short-link.clicked', { data, catchUp })
export const shortLinkRemoved = defineEvent('short-link.removed', { data, catchUp })
