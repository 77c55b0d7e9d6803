import type { StoredFile } from '@frontdesk/contract/api'
import classes from './Campaigns.module.css'

/** The pictures of a campaign, and its other files by name. */
export const CampaignAttachments = ({ files }: { files: readonly StoredFile[] }) =>
  files.map(({ sid, url, filename, contentType }) =>
    contentType.startsWith('image/') ? (
      <img key={sid} className={classes.phonePicture} src={url} alt={filename} />
    ) : (
      <span key={sid} className={classes.detail}>
        {filename}
      </span>
    ),
  )
