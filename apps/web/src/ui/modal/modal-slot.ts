import { useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { createStore, type ReadableStore, useStore } from '../../lib/create-store.ts'

/** The open dialog closes first, and the next one appears this long after it, so that the two never overlap. */
export const MODAL_GAP_MS = 151

interface Claim {
  id: string
  close: () => void
  /** Handles Escape: closes the dialog, or asks first. */
  dismiss: () => void
  isForced: () => boolean
  hasChanges: () => boolean
}

/** One dialog is open at a time: a new one asks the open one to close, and is shown once that has closed. */
class ModalSlot {
  readonly #holder = createStore<Claim | null>(null)
  #next: Claim | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #freeFrom = 0

  readonly holder: ReadableStore<Claim | null> = this.#holder

  claim(claim: Claim) {
    const overtaken = this.#next
    this.#next = claim
    if (overtaken) this.#ask(overtaken)
    const holder = this.#holder.get()
    if (holder) this.#ask(holder)
    else this.#showNext()
  }

  release(id: string) {
    if (this.#next?.id === id) this.#next = null
    if (this.#holder.get()?.id !== id) return
    this.#freeFrom = performance.now() + (prefersStillness() ? 0 : MODAL_GAP_MS)
    this.#holder.set(null)
    this.#showNext()
  }

  /** Closes the open dialog, as Escape does, unless it has to be answered. */
  dismiss() {
    const holder = this.#holder.get()
    if (holder && !holder.isForced()) holder.dismiss()
  }

  #ask(claim: Claim) {
    if (!claim.isForced()) claim.close()
  }

  #showNext() {
    clearTimeout(this.#timer)
    if (!this.#next || this.#holder.get()) return
    const wait = this.#freeFrom - performance.now()
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#showNext(), Math.ceil(wait))
      return
    }
    const next = this.#next
    this.#next = null
    this.#holder.set(next)
  }
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const slot = new ModalSlot()

export const dismissModal = () => slot.dismiss()

/** Whether any dialog is open. */
export const useHasModal = () => useStore(slot.holder, (holder) => holder !== null)

/** Whether the open dialog has to be answered, or has changes that are not saved. */
export const mustBeAnswered = () => {
  const holder = slot.holder.get()
  return holder !== null && (holder.isForced() || holder.hasChanges())
}

interface ModalOptions {
  /** It has to be answered. */
  isForced?: boolean
  /** Handles Escape instead of closing the dialog. */
  onDismiss?: () => void
  /** Whether something was entered and not saved. */
  hasChanges?: boolean
}

/** Claims the one slot for dialogs while the component is mounted. Returns whether the dialog is shown now. */
export function useModalSlot(
  onClose: () => void,
  { isForced = false, onDismiss = onClose, hasChanges = false }: ModalOptions = {},
): boolean {
  const id = useId()
  const isHeld = useEffectEvent(() => isForced)
  const isChanged = useEffectEvent(() => hasChanges)
  const close = useEffectEvent(onClose)
  const dismiss = useEffectEvent(onDismiss)
  // Read while rendering too, because the commit that mounts the dialog may remove the menu item that opened it.
  const [opener] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const giveFocusBack = rememberFocus(isNowhere(document.activeElement) ? opener : document.activeElement)
    slot.claim({
      id,
      close: () => close(),
      dismiss: () => dismiss(),
      isForced: () => isHeld(),
      hasChanges: () => isChanged(),
    })
    return () => {
      slot.release(id)
      giveFocusBack()
    }
  }, [id, opener])
  return useStore(slot.holder, (holder) => holder?.id === id)
}

/**
 * Remembers the element that opened a dialog; for an item of a menu, which closes, the button that opened the menu. If
 * the element is gone once the dialog closes, such as the button of something that is done, the closest element around
 * it that can be focused gets the focus.
 */
function rememberFocus(opener: Element | null): () => void {
  const menu = opener?.closest('[role="menu"]')
  const from = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : opener
  const own = [...(from instanceof HTMLElement ? [from] : []), ...focusableAncestors(from)]
  const isInDialog = isNowhere(from) || from?.closest('[role="dialog"]') != null
  const candidates = isInDialog ? [...own, ...beforeDialogs] : own
  beforeDialogs = candidates
  return () =>
    setTimeout(() => {
      const target = candidates.find((each) => each.isConnected && !isNowhere(each))
      if (isNowhere(document.activeElement)) target?.focus({ preventScroll: true })
      if (slot.holder.get() === null) beforeDialogs = []
    })
}

/** Where the focus was before a dialog, also if the dialog is replaced by another one. */
let beforeDialogs: HTMLElement[] = []

const isNowhere = (element: Element | null) => element === null || element === document.body || !element.isConnected

function focusableAncestors(element: Element | null): HTMLElement[] {
  const ancestor = element?.parentElement?.closest<HTMLElement>('[tabindex]')
  return ancestor ? [ancestor, ...focusableAncestors(ancestor)] : []
}
