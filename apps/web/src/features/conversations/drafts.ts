import type { Conversation, StoredFile } from '@frontdesk/contract'
import { useSyncExternalStore } from 'react'
import { api } from '../../lib/api.ts'

const SAVE_AFTER_MS = 600

export interface Upload {
  id: string
  filename: string
  /** 0 to 1. */
  progress: number
  stored?: StoredFile
  /** Why it could not be stored, in words. */
  problem?: string
  /** Of a picture, to be shown while it is on its way. */
  previewUrl?: string
  abort: () => void
}

export interface Writing {
  text: string
  uploads: readonly Upload[]
}

const NOTHING: Writing = { text: '', uploads: [] }

/** What is being written in every conversation: kept here while moving between them, and on the server beyond that. */
class Drafts {
  #writings = new Map<string, Writing>()
  #saving = new Map<string, ReturnType<typeof setTimeout>>()
  #listeners = new Set<() => void>()

  get(sid: string): Writing {
    return this.#writings.get(sid) ?? NOTHING
  }

  /** The first time a conversation is opened the server's draft is taken over. */
  adopt(conversation: Conversation, userId: string) {
    if (this.#writings.has(conversation.sid)) return
    const draft = conversation.attributes.drafts?.find(({ userID }) => userID === userId)
    this.#set(conversation.sid, { text: draft?.messageDraft ?? '', uploads: [] })
  }

  /** A conversation goes on in another one: what was begun in it as well, unless the server brought it along. */
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

  /** Another tab or device of the same teammate wrote; what is being typed here right now wins. */
  takeFromServer(sid: string, text: string) {
    const before = this.#writings.get(sid)
    if (!before || this.#saving.has(sid) || isTypingIn(sid)) return
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

  setUploads(sid: string, change: (uploads: readonly Upload[]) => readonly Upload[]) {
    const before = this.get(sid)
    this.#set(sid, { ...before, uploads: change(before.uploads) })
  }

  /** Puts files that are stored already back among the attachments. */
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

  /** Saves what is not saved yet. A draft that could not be saved stays here and is saved with the next letter. */
  flush(sid: string) {
    if (!this.#saving.has(sid)) return
    clearTimeout(this.#saving.get(sid))
    this.#saving.delete(sid)
    void api.conversations
      .saveDraft({ sid, messageDraft: this.get(sid).text }, { context: { keepalive: true } })
      .catch(() => undefined)
  }

  flushAll() {
    for (const sid of [...this.#saving.keys()]) this.flush(sid)
  }

  clear(sid: string) {
    this.write(sid, '')
    this.setUploads(sid, () => [])
    this.flush(sid)
  }

  /** What is written here is given up on this device. */
  forget(sid: string) {
    clearTimeout(this.#saving.get(sid))
    this.#saving.delete(sid)
    this.#writings.delete(sid)
    this.#tell()
  }

  forgetAll() {
    for (const timer of this.#saving.values()) clearTimeout(timer)
    this.#saving.clear()
    this.#writings.clear()
    this.#tell()
  }

  subscribe = (changed: () => void) => {
    this.#listeners.add(changed)
    return () => void this.#listeners.delete(changed)
  }

  #set(sid: string, writing: Writing) {
    this.#writings.set(sid, writing)
    this.#tell()
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}

const isTypingIn = (sid: string) => document.hasFocus() && document.activeElement?.getAttribute('data-composer') === sid

export const drafts = new Drafts()

export const useWriting = (sid: string): Writing => useSyncExternalStore(drafts.subscribe, () => drafts.get(sid))

/** Whether the teammate has something unfinished here; for the list. */
export function hasDraft(conversation: Conversation, userId: string): boolean {
  const here = drafts.get(conversation.sid)
  if (here.text.trim() !== '' || here.uploads.length > 0) return true
  if (here !== NOTHING) return false
  return (
    conversation.attributes.drafts?.some((draft) => draft.userID === userId && draft.messageDraft.trim() !== '') ??
    false
  )
}

export const useHasDraft = (conversation: Conversation, userId: string) =>
  useSyncExternalStore(drafts.subscribe, () => hasDraft(conversation, userId))
