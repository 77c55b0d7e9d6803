import type { Viewer } from '@frontdesk/contract/rules'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../platform/database/database.ts'
import { isVisible, seesEverything } from '../visibility/index.ts'
import { mayBeKeyword } from './keywords.ts'

/** SQL: whether the viewer may read the text of which the record `e` of consent has the wording; true if it has none. */
export const isWordingVisible = (tx: TenantTx, viewer: Viewer): RawBuilder<boolean> =>
  seesEverything(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`(e.source <> 'text' or e.kind not in ('opt-out', 'void') or exists (
        select from messages m join conversations c on c.tenant_id = ${tx.tenantId} and c.id = m.conversation_id
        where m.tenant_id = ${tx.tenantId} and m.id = e.message_id and ${isVisible(viewer, 'c')}
      ))`

/** The wording of a record without a sentence from a conversation that the viewer may not see; a keyword remains. */
export const visibleWording = ({
  wording,
  isWordingVisible: mayRead,
}: {
  wording: string
  isWordingVisible: boolean
}) => (mayRead || mayBeKeyword(wording) ? wording : '')
