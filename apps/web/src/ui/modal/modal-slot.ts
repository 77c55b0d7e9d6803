import { useEffectEvent, useId, useLayoutEffect } from 'react'
import { createStore, type ReadableStore, useStore } from '../../lib/create-store.ts'

/** Spec section 2: the open dialog goes first, and this long after it the next one comes. */
export const MODAL_GAP_MS = 151

interface Claim {
  id: string
  close: () => void
  isForced: () => boolean
}

/** One dialog is open at a time: a new one asks the open one to close and is shown once it is gone. */
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

  /** Asks the open dialog to close, as Escape does; one that has to be answered stays. */
  dismiss() {
    const holder = this.#holder.get()
    if (holder) this.#ask(holder)
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

/** Whether the open dialog gives way to no other. */
export const mustBeAnswered = () => slot.holder.get()?.isForced() ?? false

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
  return useStore(slot.holder, (holder) => holder?.id === id)
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
