import type { Conversation, StoredFile } from '@frontdesk/contract/api'
import { DRAFT_MAX } from '@frontdesk/contract/rules'
import { api } from '../../lib/api.ts'
import { createStore, type ReadableStore, useStore } from '../../lib/create-store.ts'
import { GIVE_UP_MS, isUnreachable } from '../../lib/error-code.ts'

const SAVE_AFTER_MS = 600

export interface Upload {
  id: string
  filename: string
  /** 0 to 1. */
  progress: number
  stored?: StoredFile
  /** Offline; it continues automatically once online. */
  isWaiting?: boolean
  /** Why it could not be stored, as text. */
  problem?: string
  /** Of a picture, to be shown while it is being uploaded. */
  previewUrl?: string
  abort: () => void
}

export interface Writing {
  text: string
  uploads: readonly Upload[]
}

const NOTHING: Writing = { text: '', uploads: [] }

/** The drafts of all conversations: kept here while moving between them, and on the server beyond that. */
class Drafts {
  readonly #writings = createStore<ReadonlyMap<string, Writing>>(new Map())
  #saving = new Map<string, ReturnType<typeof setTimeout>>()
  /** Drafts that the server does not have yet. */
  #unsaved = new Set<string>()
  #busy = new Set<string>()
  /** Id of the newest event applied to each draft: after a reconnect, catch-up may be older than live events. */
  #appliedEvents = new Map<string, bigint>()

  get(sid: string): Writing {
    return this.#writings.get().get(sid) ?? NOTHING
  }

  /** Adopts the server's draft when a conversation is first opened. */
  adopt(conversation: Conversation, userId: string) {
    if (this.#writings.get().has(conversation.sid)) return
    const draft = conversation.attributes.drafts?.find(({ userID }) => userID === userId)
    this.#set(conversation.sid, { text: draft?.messageDraft ?? '', uploads: [] })
  }

  /** Moves the draft of a merged conversation to the surviving one, unless the server has done so. */
  carryOver(sid: string, into: Conversation, userId: string) {
    const begun = this.get(sid).text.trim()
    const { uploads } = this.get(sid)
    this.forget(sid)
    if (begun === '' && uploads.length === 0) return
    this.adopt(into, userId)
    const { text } = this.get(into.sid)
    if (begun !== '' && !text.includes(begun)) this.write(into.sid, text === '' ? begun : `${text}\n${begun}`)
    this.setUploads(into.sid, (before) => [...before, ...uploads])
  }

  /** Adopts a draft written in another tab or on another device, unless one is being typed here. */
  takeFromServer(sid: string, text: string, eventId: string | null) {
    if (eventId !== null) {
      if (BigInt(eventId) < (this.#appliedEvents.get(sid) ?? 0n)) return
      this.#appliedEvents.set(sid, BigInt(eventId))
    }
    const before = this.#writings.get().get(sid)
    const isAhead = this.#saving.has(sid) || this.#unsaved.has(sid) || this.#busy.has(sid) || this.#isTooLong(sid)
    if (!before || isAhead || isTypingIn(sid)) return
    this.#set(sid, { ...before, text })
  }

  write(sid: string, text: string) {
    this.#set(sid, { ...this.get(sid), text })
    clearTimeout(this.#saving.get(sid))
    this.#saving.set(
      sid,
      setTimeout(() => this.flush(sid), SAVE_AFTER_MS),
    )
  }

  /** Keeps a text on this device only: a message to a group is not saved as a draft. */
  writeLocally(sid: string, text: string) {
    this.#set(sid, { ...this.get(sid), text })
  }

  setUploads(sid: string, change: (uploads: readonly Upload[]) => readonly Upload[]) {
    const before = this.get(sid)
    this.#set(sid, { ...before, uploads: change(before.uploads) })
  }

  /** Adds stored files to the attachments again. */
  addStored(sid: string, files: readonly StoredFile[]) {
    this.setUploads(sid, (uploads) => [
      ...uploads,
      ...files.map((stored) => ({
        id: stored.sid,
        filename: stored.filename,
        progress: 1,
        stored,
        abort: () => undefined,
      })),
    ])
  }

  /** Saves unsaved changes. */
  flush(sid: string) {
    if (!this.#saving.has(sid)) return
    clearTimeout(this.#saving.get(sid))
    this.#saving.delete(sid)
    this.#unsaved.add(sid)
    void this.#save(sid)
  }

  /** Sends unsaved drafts to the server when the page is being left. */
  flushAll() {
    const sids = new Set([...this.#saving.keys(), ...this.#unsaved, ...this.#busy])
    for (const sid of sids) if (!this.#isTooLong(sid)) void this.#send(sid).catch(() => undefined)
  }

  /** The connection may be back. */
  saveAgain() {
    for (const sid of this.#unsaved) void this.#save(sid)
  }

  /** One after the other, so that the last version is kept. One that did not reach the server is saved later. */
  async #save(sid: string) {
    if (this.#busy.has(sid)) return
    this.#busy.add(sid)
    try {
      while (this.#unsaved.delete(sid)) if (!this.#isTooLong(sid)) await this.#send(sid)
    } catch (error) {
      if (isUnreachable(error) && this.#writings.get().has(sid)) this.#unsaved.add(sid)
    } finally {
      this.#busy.delete(sid)
    }
  }

  /** The server would refuse it, so it stays here until it is shorter. */
  #isTooLong(sid: string) {
    return this.get(sid).text.length > DRAFT_MAX
  }

  #send(sid: string) {
    return api.conversations.saveDraft(
      { sid, messageDraft: this.get(sid).text },
      { context: { keepalive: true }, signal: AbortSignal.timeout(GIVE_UP_MS) },
    )
  }

  clear(sid: string) {
    this.write(sid, '')
    this.setUploads(sid, () => [])
    this.flush(sid)
  }

  /** Discards the draft on this device. */
  forget(sid: string) {
    clearTimeout(this.#saving.get(sid))
    this.#saving.delete(sid)
    this.#unsaved.delete(sid)
    const writings = new Map(this.#writings.get())
    writings.delete(sid)
    this.#writings.set(writings)
  }

  forgetAll() {
    for (const timer of this.#saving.values()) clearTimeout(timer)
    this.#saving.clear()
    this.#unsaved.clear()
    this.#appliedEvents.clear()
    this.#writings.set(new Map())
  }

  readonly all: ReadableStore<ReadonlyMap<string, Writing>> = this.#writings

  #set(sid: string, writing: Writing) {
    this.#writings.set(new Map(this.#writings.get()).set(sid, writing))
  }
}

const isTypingIn = (sid: string) => document.hasFocus() && document.activeElement?.getAttribute('data-composer') === sid

export const drafts = new Drafts()

export const useWriting = (sid: string): Writing => useStore(drafts.all, () => drafts.get(sid))

/** Whether the teammate has something unfinished here; for the list. */
function hasDraft(conversation: Conversation, userId: string): boolean {
  const here = drafts.get(conversation.sid)
  if (here.text.trim() !== '' || here.uploads.length > 0) return true
  if (here !== NOTHING) return false
  return (
    conversation.attributes.drafts?.some((draft) => draft.userID === userId && draft.messageDraft.trim() !== '') ??
    false
  )
}

export const useHasDraft = (conversation: Conversation, userId: string) =>
  useStore(drafts.all, () => hasDraft(conversation, userId))
