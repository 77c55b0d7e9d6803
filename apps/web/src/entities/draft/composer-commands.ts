/** Commands that other parts of the app send to the composer on screen. */
export interface ComposerCommands {
  note: () => void
  templates: () => void
}

let present: { sid: string; commands: ComposerCommands } | undefined

export const composerCommands = {
  /** The composer of a conversation is on screen; returns what to do once it is not. */
  register: (sid: string, commands: ComposerCommands) => {
    const registered = { sid, commands }
    present = registered
    return () => {
      if (present === registered) present = undefined
    }
  },
  of: (sid: string): ComposerCommands | undefined => (present?.sid === sid ? present.commands : undefined),
}
