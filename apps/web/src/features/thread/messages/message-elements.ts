import { createContext, type RefCallback, useContext } from 'react'

/** The elements of a thread by message, to scroll to one and to move between their menus by keyboard. */
export class MessageElements {
  readonly messages = new Map<string, HTMLElement>()
  readonly #menus = new Set<HTMLElement>()

  readonly registerMenu: RefCallback<HTMLElement> = (element) => {
    if (!element) return
    this.#menus.add(element)
    return () => void this.#menus.delete(element)
  }

  /** The menu buttons from the top; older messages are registered later than newer ones. */
  menus(): HTMLElement[] {
    return [...this.#menus].sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  }
}

export const MessageElementsContext = createContext(new MessageElements())

export const useMessageElements = () => useContext(MessageElementsContext)

/** The ref of a message's outer element. */
export function useMessageRef(sid: string): RefCallback<HTMLElement> {
  const { messages } = useMessageElements()
  return (element) => {
    if (element) messages.set(sid, element)
    return () => void messages.delete(sid)
  }
}
