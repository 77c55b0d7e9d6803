import { ColorSwatch } from '@mantine/core'

/** A color where both versions of a shared form are shown. */
export const SharedColor = ({ color }: { color: string }) => <ColorSwatch color={color} size={18} aria-label={color} />
