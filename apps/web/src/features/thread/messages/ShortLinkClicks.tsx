import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { shortLinksOf } from '../queries.ts'
import classes from './Bubble.module.css'

/** Number of clicks on the short links of a message. */
export function ShortLinkClicks({ conversationSid, text }: { conversationSid: string; text: string }) {
  const { data = [] } = useQuery(shortLinksOf(conversationSid))
  const links = data.filter(({ shortUrl }) => text.includes(shortUrl))
  if (links.length === 0) return null
  const clicks = links.reduce((sum, link) => sum + link.clicks, 0)
  return (
    <span className={classes.clicks}>
      <Plural value={clicks} _0="Link not clicked yet" one="# link click" other="# link clicks" />
    </span>
  )
}
