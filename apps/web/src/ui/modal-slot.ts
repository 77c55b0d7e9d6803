import { useEffectEvent, useId, useLayoutEffect, useSyncExternalStore } from 'react'

/** Spec section 2: the open dialog goes first, and this long after it the next one comes. */
export const MODAL_GAP_MS = 151

interface Claim {
  id: string
  close: () => void
  isForced: () => boolean
}

/** Of all dialogs one is open at a time: whoever comes asks the open one to close, and is shown when it is gone. */
class ModalSlot {
  #holder: Claim | null = null
  #next: Claim | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #freeFrom = 0
  #listeners = new Set<() => void>()

  get holderId() {
    return this.#holder?.id ?? null
  }

  get mustBeAnswered() {
    return this.#holder?.isForced() ?? false
  }

  claim(claim: Claim) {
    const overtaken = this.#next
    this.#next = claim
    if (overtaken) this.#ask(overtaken)
    if (this.#holder) this.#ask(this.#holder)
    else this.#showNext()
  }

  release(id: string) {
    if (this.#next?.id === id) this.#next = null
    if (this.#holder?.id !== id) return
    this.#holder = null
    this.#freeFrom = performance.now() + (prefersStillness() ? 0 : MODAL_GAP_MS)
    this.#tell()
    this.#showNext()
  }

  /** Asks the open dialog to close, as Escape does; one that has to be answered stays. */
  dismiss() {
    if (this.#holder) this.#ask(this.#holder)
  }

  subscribe = (changed: () => void) => {
    this.#listeners.add(changed)
    return () => void this.#listeners.delete(changed)
  }

  #ask(claim: Claim) {
    if (!claim.isForced()) claim.close()
  }

  #showNext() {
    clearTimeout(this.#timer)
    if (!this.#next || this.#holder) return
    const wait = this.#freeFrom - performance.now()
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#showNext(), Math.ceil(wait))
      return
    }
    this.#holder = this.#next
    this.#next = null
    this.#tell()
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

const slot = new ModalSlot()

export const dismissModal = () => slot.dismiss()

const holderId = () => slot.holderId

/** Whether any dialog is open. */
export const useHasModal = () => useSyncExternalStore(slot.subscribe, () => slot.holderId !== null)

/** Whether the open dialog gives way to no other. */
export const mustBeAnswered = () => slot.mustBeAnswered

/** Takes the one place a dialog can stand in, for as long as the component is mounted; says whether its turn has come. */
export function useModalSlot(onClose: () => void, isForced = false): boolean {
  const id = useId()
  const isHeld = useEffectEvent(() => isForced)
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const giveFocusBack = rememberFocus()
    slot.claim({ id, close: () => close(), isForced: () => isHeld() })
    return () => {
      slot.release(id)
      giveFocusBack()
    }
  }, [id])
  return useSyncExternalStore(slot.subscribe, holderId) === id
}

/** Where somebody was before the dialog came; of a menu, which is gone by then, what opened it. */
function rememberFocus(): () => void {
  const { activeElement } = document
  const menu = activeElement?.closest('[role="menu"]')
  const from = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement
  return () =>
    setTimeout(() => {
      const { activeElement: now } = document
      const isNowhere = now === null || now === document.body || !now.isConnected
      if (isNowhere && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true })
    })
}
