import { longLinksIn, SHORT_LINK_PATH } from '@frontdesk/contract/rules'
import { Plural, Trans } from '@lingui/react/macro'
import { IconLink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { drafts } from '../../entities/draft/drafts.ts'
import { sendingSettingsQuery } from '../../entities/sending/queries.ts'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-texts.ts'
import classes from './SendNotice.module.css'

/** Someone still typing has not finished the address. */
const PAUSE_MS = 1500

/** Offers to shorten long links in a text, or shortens them automatically if the business has chosen so. */
export function LinkHint({ sid, text, onReplace }: { sid: string; text: string; onReplace: (text: string) => void }) {
  const settings = useQuery(sendingSettingsQuery).data
  const tried = useRef(new Set<string>())
  const base = (settings?.shortLinkDomain ? `https://${settings.shortLinkDomain}` : location.origin) + SHORT_LINK_PATH
  const links = longLinksIn(text).filter((url) => !url.startsWith(base))
  const shortening = useMutation({
    mutationFn: async (urls: string[]) => {
      for (const url of urls) {
        const { data } = await api.shortLinks.create({ conversationSid: sid, linkUrl: url })
        // Keeps what was typed in the meantime.
        onReplace(drafts.get(sid).text.replaceAll(url, data.shortUrl))
      }
    },
  })
  const shortenAll = useEffectEvent(() => {
    const fresh = links.filter((url) => !tried.current.has(url))
    for (const url of fresh) tried.current.add(url)
    if (fresh.length > 0 && !shortening.isPending) shortening.mutate(fresh)
  })
  const isByItself = settings?.shortensLinks ?? false
  const joinedLinks = links.join(' ')
  useEffect(() => {
    if (!isByItself || joinedLinks === '') return
    const timer = setTimeout(shortenAll, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isByItself, joinedLinks])

  if (links.length === 0 || !settings) return null
  return (
    <div className={classes.root} data-kind="offer" role="note">
      <IconLink size={15} aria-hidden="true" />
      {shortening.error ? (
        <span role="alert">{errorText(shortening.error)}</span>
      ) : (
        <Trans>Short links save space and show how often they’re clicked.</Trans>
      )}
      <button
        type="button"
        className={classes.action}
        disabled={shortening.isPending}
        onClick={() => shortening.mutate(links)}
      >
        <Plural value={links.length} one="Shorten link" other="Shorten # links" />
      </button>
    </div>
  )
}
