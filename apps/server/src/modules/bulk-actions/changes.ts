import type { BulkChange } from '@frontdesk/contract/rules'
import { assignChange } from '../assignment/index.ts'
import { handledChange, readChange, snoozeChange, unreadChange, unsnoozeChange } from '../attention/index.ts'
import { type AnyChange, blockChange, closeChange, openChange } from '../changes/index.ts'
import { statusChange } from '../contact-statuses/index.ts'
import { folderChange } from '../folders/index.ts'

/** Every change that can be made to many conversations at once. */
export const CHANGES = {
  close: closeChange,
  open: openChange,
  folder: folderChange,
  assign: assignChange,
  status: statusChange,
  read: readChange,
  unread: unreadChange,
  handled: handledChange,
  snooze: snoozeChange,
  unsnooze: unsnoozeChange,
  block: blockChange,
} satisfies { [Kind in BulkChange]: AnyChange & { kind: Kind } }
