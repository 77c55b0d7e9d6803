import { ColorSwatch } from '@mantine/core'

/** A color in a conflict notice. */
export const SharedColor = ({ color }: { color: string }) => <ColorSwatch color={color} size={18} aria-label={color} />
