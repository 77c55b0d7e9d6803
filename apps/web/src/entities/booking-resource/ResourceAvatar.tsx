import type { BookingResource } from '@frontdesk/contract/api'
import { IconDoor, IconTool } from '@tabler/icons-react'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import classes from './ResourceAvatar.module.css'

interface Props {
  resource: Pick<BookingResource, 'id' | 'kind' | 'name' | 'userID'> & { pictureUrl?: string | null }
  size?: number
}

/** A teammate's picture, or an icon for a room or equipment. Decorative: the name is always beside it. */
export function ResourceAvatar({ resource: { id, kind, name, userID, pictureUrl }, size = 24 }: Props) {
  if (kind === 'teammate')
    return <Avatar name={name} colorKey={userID ?? id} size={size} {...(pictureUrl && { image: pictureUrl })} />
  const ResourceIcon = kind === 'room' ? IconDoor : IconTool
  return (
    <span className={classes.thing} style={{ width: size, height: size }} aria-hidden="true">
      <ResourceIcon size={Math.round(size * 0.65)} stroke={1.75} />
    </span>
  )
}
