/** What Google adds to the address it sends people back to; neither if they refused. */
export interface ConnectedSearch {
  code?: string
  state?: string
}

export const readConnectedSearch = ({ code, state }: Record<string, unknown>): ConnectedSearch => ({
  ...(typeof code === 'string' && { code }),
  ...(typeof state === 'string' && { state }),
})
