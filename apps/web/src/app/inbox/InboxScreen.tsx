import { can, forList, type InboxSearch } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react'
import { openConversation } from '../../entities/conversation/open-conversation.ts'
import { LoadingMessages } from '../../entities/message/LoadingMessages.tsx'
import { ListPane } from '../../features/inbox/list/ListPane.tsx'
import { useInboxNavigation } from '../../features/inbox/use-inbox-navigation.ts'
import { useStore } from '../../lib/create-store.ts'
import { useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { SETTLED_AFTER_MS } from '../../lib/use-is-settled.ts'
import { ResizeHandle } from '../../ui/layout/ResizeHandle.tsx'
import { useTitle } from '../../ui/layout/use-title.ts'
import { useHasRoomForRail, useIsNarrow, useIsPhone, useIsWide } from '../../ui/layout/use-viewport.ts'
import { lazyWithRetry } from '../../ui/lazy/lazy-with-retry.ts'
import { LoadingRows } from '../../ui/state/LoadingRows.tsx'
import { dismissToast } from '../../ui/toast/toasts.ts'
import { ContactPanel, ConversationPane, preloadConversationPanes } from './conversation-panes.ts'
import classes from './InboxScreen.module.css'
import { DETAILS_WIDTH, detailsAreShown, LIST_WIDTH, paneWidths, railIsShown } from './pane-widths.ts'

const ContactDrawer = lazyWithRetry(async () => ({
  default: (await import('../../features/contact-panel/ContactDrawer.tsx')).ContactDrawer,
}))
const InboxRail = lazyWithRetry(async () => ({
  default: (await import('../../features/inbox/rail/InboxRail.tsx')).InboxRail,
}))
const NoConversation = lazyWithRetry(async () => ({
  default: (await import('../../features/inbox/list/NoConversation.tsx')).NoConversation,
}))
const RailSheet = lazyWithRetry(async () => ({
  default: (await import('../../features/inbox/rail/RailSheet.tsx')).RailSheet,
}))
const NewMessageModal = lazyWithRetry(async () => ({
  default: (await import('../../features/inbox/new-message/NewMessageModal.tsx')).NewMessageModal,
}))

const ThreadDialogs = lazyWithRetry(async () => ({
  default: (await import('../../features/thread/dialogs/ThreadDialogs.tsx')).ThreadDialogs,
}))

interface Props {
  search: InboxSearch
  sid: string | null
  onSearch: (search: InboxSearch) => void
  /** `isInstead`: replaces the open conversation in the browser history. */
  onOpen: (sid: string | null, isInstead?: boolean) => void
  /** Shown while no conversation is open; without it, how to open one. */
  welcome?: ReactNode
}

/** List, thread and details; one at a time on a phone. */
export function InboxScreen({ search, sid, onSearch, onOpen, welcome }: Props) {
  const { t } = useLingui()
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  const widths = useStore(paneWidths)
  const showsDetails = useStore(detailsAreShown)
  const [hasDrawer, setHasDrawer] = useState(false)
  const isWide = useIsWide()
  const hasRoomForRail = useHasRoomForRail()
  const showsRail = useStore(railIsShown) && hasRoomForRail
  // Where space is short, the details are hidden first, the views last.
  const hasRoomForDetails = isWide || (!isNarrow && !showsRail)
  const me = useMe()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const mayWriteFirst = can(me, 'convos_create_new_conversations') && !isViewingAs
  const [hasRailSheet, setHasRailSheet] = useState(false)
  const [isStarting, setIsStarting] = useState(false)
  useInboxNavigation(search, onOpen)
  useTitle(t`Inbox`)
  // The messages are painted first. Deferred again, because a field may have the focus by then.
  const detailsOf = useDeferredValue(useDebouncedValue(sid, SETTLED_AFTER_MS)[0])

  // Before the effects of the thread, which depend on whether it is on screen.
  useLayoutEffect(() => {
    openConversation.set(sid)
    return () => openConversation.set(null)
  }, [sid])
  useEffect(() => {
    // Its conversation is now on screen.
    if (sid) dismissToast(sid)
  }, [sid])

  const toggleDetails = () => (hasRoomForDetails ? detailsAreShown.set(!showsDetails) : setHasDrawer(true))

  return (
    <main className={classes.root}>
      <VisuallyHidden component="h1">
        <Trans>Inbox</Trans>
      </VisuallyHidden>
      {showsRail && (
        <div className={classes.rail}>
          <Suspense>
            <InboxRail search={search} onSearch={onSearch} onHide={() => railIsShown.set(false)} />
          </Suspense>
        </div>
      )}
      {!(isPhone && sid) && (
        <section
          className={classes.list}
          style={isPhone ? undefined : { width: widths.list }}
          aria-label={t`Conversations`}
        >
          <ListPane
            search={search}
            sid={sid}
            onSearch={onSearch}
            onOpen={onOpen}
            onNew={() => setIsStarting(true)}
            preloadPanes={preloadConversationPanes}
            onRail={!showsRail && (() => (hasRoomForRail ? railIsShown.set(true) : setHasRailSheet(true)))}
          />
          {!isPhone && (
            <ResizeHandle
              label={t`Width of the list`}
              side="right"
              width={widths.list}
              {...LIST_WIDTH}
              onResize={(list) => paneWidths.set({ ...widths, list })}
            />
          )}
        </section>
      )}
      {sid ? (
        <section className={classes.thread} aria-label={t`Messages`}>
          <Suspense fallback={<LoadingMessages />}>
            <ConversationPane
              key={sid}
              sid={sid}
              at={search.at}
              isTimeline={search.timeline === true}
              onTimeline={(isTimeline) => onSearch({ ...forList(search), ...(isTimeline && { timeline: true }) })}
              onBack={() => onOpen(null)}
              onDetails={toggleDetails}
              onMerged={(into) => onOpen(into, true)}
            />
          </Suspense>
        </section>
      ) : (
        !isPhone && (
          <section className={classes.thread} aria-label={t`Messages`}>
            {welcome ?? (
              <Suspense>
                <NoConversation
                  search={search}
                  onSearch={onSearch}
                  onNew={mayWriteFirst && (() => setIsStarting(true))}
                />
              </Suspense>
            )}
          </section>
        )
      )}
      {sid && hasRoomForDetails && showsDetails && (
        <aside className={classes.details} style={{ width: widths.details }} aria-label={t`Details`}>
          <ResizeHandle
            label={t`Width of the details`}
            side="left"
            width={widths.details}
            {...DETAILS_WIDTH}
            onResize={(details) => paneWidths.set({ ...widths, details })}
          />
          <Suspense fallback={<LoadingRows count={3} />}>
            {detailsOf ? <ContactPanel sid={detailsOf} /> : <LoadingRows count={3} />}
          </Suspense>
        </aside>
      )}
      <Suspense>
        {sid && !hasRoomForDetails && hasDrawer && <ContactDrawer sid={sid} onClose={() => setHasDrawer(false)} />}
        {/* With a key: a query that failed is not repeated on mount, but is by an observer that switches to it. */}
        {sid && <ThreadDialogs key={sid} sid={sid} onGone={() => onOpen(null)} onOpen={onOpen} />}
        {hasRailSheet && !hasRoomForRail && (
          <RailSheet search={search} onSearch={onSearch} onClose={() => setHasRailSheet(false)} />
        )}
        {isStarting && <NewMessageModal onClose={() => setIsStarting(false)} onStarted={onOpen} />}
      </Suspense>
    </main>
  )
}
