/** Commands that other parts of the app send to the composer on screen. */
export interface ComposerCommands {
  note: () => void
  templates: () => void
}

let present: { sid: string; commands: ComposerCommands } | undefined

export const composerCommands = {
  /** Registers the composer on screen; returns a function that unregisters it. */
  register: (sid: string, commands: ComposerCommands) => {
    const registered = { sid, commands }
    present = registered
    return () => {
      if (present === registered) present = undefined
    }
  },
  of: (sid: string): ComposerCommands | undefined => (present?.sid === sid ? present.commands : undefined),
}
