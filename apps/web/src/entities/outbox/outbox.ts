import type {
  Conversation,
  MeanwhileAnswer,
  Message,
  Quote,
  ScheduledMessage,
  StoredFile,
  Translation,
} from '@frontdesk/contract/api'
import { type ErrorCode, SEND_GATE_REASONS, type SendGateReason, toSid } from '@frontdesk/contract/rules'
import { createStore, type Listener, type Store } from '../../lib/create-store.ts'

/** A message that waited longer than this is not sent without confirmation, because it may be outdated. */
export const ASK_AFTER_MS = 60 * 60_000
const RETRY_MS = [2_000, 4_000, 8_000, 15_000, 30_000]
/** By then the message has arrived as an event, or its conversation shows why it stopped. */
const FORGET_AFTER_MS = 60_000
const LOCK = 'frontdesk.outbox'

export interface Outgoing {
  clientMessageId: string
  conversationSid: string
  text: string
  attachments: StoredFile[]
  createdAt: string
  /** Its author; another user who signs in later on this device must not send it. */
  userId: string
  state: 'sending' | 'waiting' | 'ask' | 'refused' | 'stale' | 'undoable'
  /** The newest message its writer had seen. */
  lastSeenIndex?: number | undefined
  /** The message it quotes. */
  quote?: Quote | undefined
  /** The original text, if it was translated. */
  translation?: Translation | undefined
  /** In a merged thread: the conversation whose number pair it is sent by. */
  viaSid?: string | undefined
  /** The author has undo send on; undefined if the preference had not loaded when they sent it. */
  canUndo?: boolean | undefined
  /** Until when sending can be undone, once the server has it. */
  undoUntil?: string
  /** Replies of teammates in the meantime. */
  answers?: MeanwhileAnswer[]
  /** Why it was refused. */
  code?: ErrorCode
  reasons?: SendGateReason[]
}

/** Waits until its author has decided. */
export const needsWord = ({ state }: Outgoing) => state === 'ask' || state === 'refused' || state === 'stale'

export interface Sent {
  message: Message
  conversation: Conversation
}

export interface OutboxPorts {
  send: (outgoing: Outgoing) => Promise<Sent | { scheduled: ScheduledMessage }>
  /** Undoes sending if it is still possible, and returns whether it was. */
  cancelSend: (outgoing: Outgoing) => Promise<boolean>
  /** Whether the message may have arrived despite this failure, so that it is repeated with the same id. */
  isUnreachable: (error: unknown) => boolean
  codeOf: (error: unknown) => ErrorCode | null
  onSent: (sent: Sent) => void
  /** The user whose messages may be sent now; none when signed out. */
  userId: () => string | null
  now: () => number
  storage: Pick<Storage, 'getItem' | 'setItem'>
  locks: LockManager | undefined
}

export const OUTBOX_KEY = 'frontdesk.outbox'

/**
 * Messages being sent. They survive a reload and a lost connection, are sent in order per conversation,
 * and are repeated with the same id, which the server sends once.
 */
export class Outbox {
  readonly #items: Store<readonly Outgoing[]>
  #busy = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #shown = new Map<string, number>()
  readonly #ports: OutboxPorts

  constructor(ports: OutboxPorts) {
    this.#ports = ports
    this.#items = createStore<readonly Outgoing[]>(this.#stored().map((item) => this.#afterRestart(item)))
  }

  get items() {
    return this.#items.get()
  }

  get = () => this.items

  subscribe = (listener: Listener<readonly Outgoing[]>) => this.#items.subscribe(listener)

  add(outgoing: Omit<Outgoing, 'state' | 'createdAt' | 'userId'>) {
    const userId = this.#ports.userId()
    if (userId === null) return
    const createdAt = new Date(this.#ports.now()).toISOString()
    this.#update((items) => [...items, { ...outgoing, userId, state: 'sending', createdAt }])
    void this.#sendIn(outgoing.conversationSid)
  }

  /** Sends everything that waits, because the connection may be back. */
  resend() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const now = this.#ports.now()
    this.#update((items) =>
      items
        .filter((item) => !isOver(item, now))
        .map((item) => (item.state === 'waiting' && this.#isOld(item) ? { ...item, state: 'ask' } : item)),
    )
    for (const sid of new Set(this.items.map(({ conversationSid }) => conversationSid))) void this.#sendIn(sid)
  }

  /** The author's answer to "Still send this?". */
  confirm(clientMessageId: string) {
    const item = this.#find(clientMessageId)
    if (!item) return
    const answeredIndexes = item.answers?.map(({ index }) => index)
    this.#change(clientMessageId, {
      state: 'waiting',
      createdAt: new Date(this.#ports.now()).toISOString(),
      // The shown messages have their indexes now; one that can still be undone has none, so no last seen index is
      // sent.
      ...(answeredIndexes && {
        lastSeenIndex: answeredIndexes.includes(null) ? undefined : Math.max(...answeredIndexes.map(Number)),
      }),
    })
    void this.#sendIn(item.conversationSid)
  }

  remove(clientMessageId: string) {
    const item = this.#find(clientMessageId)
    this.#update((items) => items.filter((other) => other.clientMessageId !== clientMessageId))
    if (item) void this.#sendIn(item.conversationSid)
  }

  /** Undoes sending and returns text and files; null if the message has been sent. */
  async undo(clientMessageId: string): Promise<Outgoing | null> {
    const item = this.#find(clientMessageId)
    if (item?.state !== 'undoable') return null
    const isBack = await this.#ports.cancelSend(item)
    if (isBack) this.remove(clientMessageId)
    return isBack ? item : null
  }

  /** A message that could be undone is no longer waiting. */
  closeUndo({ sid, state }: Pick<ScheduledMessage, 'sid' | 'state'>) {
    if (state === 'cancelled' || state === 'stopped') this.settle(new Set([sid]))
  }

  /** The newest reply of a teammate that a refusal has shown here. */
  shownIndex(conversationSid: string): number {
    return this.#shown.get(conversationSid) ?? 0
  }

  /** The message was in an event or a response, so the server has it. */
  settle(sids: ReadonlySet<string>) {
    const isSettled = ({ clientMessageId }: Outgoing) => sids.has(toSid('IM', clientMessageId))
    if (this.items.some(isSettled)) this.#update((items) => items.filter((item) => !isSettled(item)))
  }

  /** Another tab changed the stored list, and may be closed before it has sent what it added. */
  sync() {
    this.#items.set(this.#stored())
    if (this.items.some(({ state }) => state === 'sending' || state === 'waiting')) this.#tryLater()
  }

  async #sendIn(conversationSid: string) {
    if (this.#busy.has(conversationSid)) return
    this.#busy.add(conversationSid)
    try {
      for (let next = this.#next(conversationSid); next; next = this.#next(conversationSid)) {
        if (!(await this.#inTurn(next))) break
      }
    } finally {
      this.#busy.delete(conversationSid)
    }
  }

  #inTurn(outgoing: Outgoing) {
    const { locks } = this.#ports
    return locks
      ? locks.request(`${LOCK}.${outgoing.conversationSid}`, () => this.#send(outgoing))
      : this.#send(outgoing)
  }

  /** The oldest one, unless its author has to decide first. */
  #next(conversationSid: string) {
    const userId = this.#ports.userId()
    const open = this.items.filter(
      (item) =>
        item.conversationSid === conversationSid &&
        item.userId === userId &&
        item.state !== 'refused' &&
        item.state !== 'undoable',
    )
    return open[0]?.state === 'ask' || open[0]?.state === 'stale' ? undefined : open[0]
  }

  /** Whether the messages behind it may continue. */
  async #send(outgoing: Outgoing): Promise<boolean> {
    const { clientMessageId } = outgoing
    // Another tab may have sent it while this one waited for its turn.
    if (!this.#find(clientMessageId)) return true
    if (this.#isOld(outgoing)) {
      this.#change(clientMessageId, { state: 'ask' })
      return false
    }
    if (outgoing.state === 'waiting') this.#change(clientMessageId, { state: 'sending' })
    try {
      const sent = await this.#ports.send(outgoing)
      this.#failures = 0
      if ('scheduled' in sent) {
        this.#held(clientMessageId, sent.scheduled)
        return true
      }
      this.#ports.onSent(sent)
      this.#update((items) => items.filter((item) => item.clientMessageId !== clientMessageId))
      return true
    } catch (error) {
      if (this.#ports.isUnreachable(error)) {
        this.#wait(outgoing.conversationSid)
        this.#failures += 1
        this.#tryLater()
        return false
      }
      if (this.#ports.codeOf(error) === 'AnsweredMeanwhile') {
        const answers = answersIn(error)
        this.#shown.set(outgoing.conversationSid, Math.max(...answers.map(({ index }) => index ?? 0)))
        this.#change(clientMessageId, { state: 'stale', answers })
        return false
      }
      this.#change(clientMessageId, {
        state: 'refused',
        code: this.#ports.codeOf(error) ?? 'InvalidInput',
        reasons: gateReasons(error),
      })
      return true
    }
  }

  /** The server has it, and sends it unless sending is undone. */
  #held(clientMessageId: string, { state, sendAt, dateCreated }: ScheduledMessage) {
    if (state !== 'waiting') {
      this.#update((items) => items.filter((item) => item.clientMessageId !== clientMessageId))
      return
    }
    const left = Date.parse(sendAt) - Date.parse(dateCreated)
    this.#change(clientMessageId, {
      state: 'undoable',
      undoUntil: new Date(this.#ports.now() + left).toISOString(),
    })
  }

  /** The messages behind it wait too, and say so. */
  #wait(conversationSid: string) {
    this.#update((items) =>
      items.map((item) =>
        item.conversationSid === conversationSid && item.state === 'sending' ? { ...item, state: 'waiting' } : item,
      ),
    )
  }

  #tryLater() {
    this.#timer ??= setTimeout(
      () => this.resend(),
      RETRY_MS[Math.min(Math.max(this.#failures, 1), RETRY_MS.length) - 1],
    )
  }

  #find(clientMessageId: string) {
    return this.items.find((item) => item.clientMessageId === clientMessageId)
  }

  #change(clientMessageId: string, change: Partial<Outgoing>) {
    this.#update((items) =>
      items.map((item) => (item.clientMessageId === clientMessageId ? { ...item, ...change } : item)),
    )
  }

  #afterRestart(item: Outgoing): Outgoing {
    if (item.state === 'refused' || item.state === 'stale' || item.state === 'undoable') return item
    return { ...item, state: this.#isOld(item) ? 'ask' : 'waiting' }
  }

  #isOld({ createdAt }: Outgoing) {
    return this.#ports.now() - Date.parse(createdAt) > ASK_AFTER_MS
  }

  #stored(): Outgoing[] {
    try {
      return JSON.parse(this.#ports.storage.getItem(OUTBOX_KEY) ?? '[]')
    } catch {
      return []
    }
  }

  /** Starts from what is stored: another tab may have added to it. */
  #update(change: (items: Outgoing[]) => Outgoing[]) {
    const items = change(this.#stored())
    this.#ports.storage.setItem(OUTBOX_KEY, JSON.stringify(items))
    this.#items.set(items)
  }
}

const isOver = ({ state, undoUntil }: Outgoing, now: number) =>
  state === 'undoable' && now - Date.parse(undoUntil ?? '') > FORGET_AFTER_MS

/** The replies of teammates in a refusal. */
function answersIn(error: unknown): MeanwhileAnswer[] {
  const data = error instanceof Error && 'data' in error ? error.data : undefined
  return typeof data === 'object' && data !== null && 'answers' in data ? (data.answers as MeanwhileAnswer[]) : []
}

/** The send gate's reasons in a refusal. */
function gateReasons(error: unknown): SendGateReason[] {
  const data = error instanceof Error && 'data' in error ? error.data : undefined
  const reasons = typeof data === 'object' && data !== null && 'reasons' in data ? data.reasons : undefined
  return Array.isArray(reasons) ? SEND_GATE_REASONS.filter((reason) => reasons.includes(reason)) : []
}
