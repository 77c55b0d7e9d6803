import type { LinkPreview } from '@frontdesk/contract/api'
import classes from './LinkPreviewCard.module.css'

/** The preview of a linked page, fetched by the server. */
export function LinkPreviewCard({ preview }: { preview: LinkPreview }) {
  const { url, title, description, siteName, picture } = preview
  return (
    <a className={classes.root} href={url} target="_blank" rel="noopener noreferrer">
      {picture && (
        <img
          className={classes.picture}
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt=""
          loading="lazy"
        />
      )}
      <span className={classes.words}>
        <span className={classes.site}>{siteName}</span>
        <span className={classes.title} dir="auto">
          {title}
        </span>
        {description && (
          <span className={classes.description} dir="auto">
            {description}
          </span>
        )}
      </span>
    </a>
  )
}
