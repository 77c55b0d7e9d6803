/** Search params that Google adds to the redirect URL; neither if access was denied. */
export interface ConnectedSearch {
  code?: string
  state?: string
}

export const readConnectedSearch = ({ code, state }: Record<string, unknown>): ConnectedSearch => ({
  ...(typeof code === 'string' && { code }),
  ...(typeof state === 'string' && { state }),
})
