import { can, type Permission } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { type Icon, IconBan, IconChevronRight, IconKey, IconQrcode, IconUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import rows from '../../ui/list/Rows.module.css'
import classes from './Marketing.module.css'
import links from './Tools.module.css'

interface Tool {
  key: string
  to: '/marketing/opt-in-keyword' | '/contacts/import' | '/contacts/opt-outs' | '/contacts'
  search?: { optedOut: 'yes' } | { subscribers: 'yes' }
  icon: Icon
  title: string
  text: string
  permission?: Permission
}

/** Tools that help a business to grow its list of subscribers, and to keep it clean. */
export function ToolsScreen() {
  const { t } = useLingui()
  const me = useMe()
  const tools: Tool[] = [
    {
      key: 'keyword',
      to: '/marketing/opt-in-keyword',
      icon: IconKey,
      title: t`Opt-in keywords`,
      text: t`People text a word to your number to subscribe.`,
    },
    {
      key: 'share',
      to: '/marketing/opt-in-keyword',
      icon: IconQrcode,
      title: t`QR code, link, and card`,
      text: t`Choose a keyword and “Share” to print its card or copy its link.`,
    },
    {
      key: 'import',
      to: '/contacts/import',
      search: { subscribers: 'yes' },
      icon: IconUpload,
      title: t`Import people who agreed`,
      text: t`Upload a list, and state in the last step how they agreed.`,
      permission: SCREEN_PERMISSIONS['/contacts/import'],
    },
    {
      key: 'opted-out',
      to: '/contacts',
      search: { optedOut: 'yes' },
      icon: IconBan,
      title: t`Contacts who opted out`,
      text: t`They get no texts until they text START.`,
    },
    {
      key: 'reviews',
      to: '/contacts/opt-outs',
      icon: IconBan,
      title: t`Possible opt-outs`,
      text: t`Texts that may ask you to stop. Marketing to these people waits for your decision.`,
      permission: SCREEN_PERMISSIONS['/contacts/opt-outs'],
    },
  ]
  return (
    <PageLayout title={t`Tools`} text={t`Grow your list of subscribers, and keep it clean.`}>
      <ul className={rows.list}>
        {tools
          .filter(({ permission }) => !permission || can(me, permission))
          .map(({ key, to, search, icon: ToolIcon, title, text }) => (
            <li key={key}>
              <Link to={to} {...(search && { search })} className={`${rows.row} ${links.link}`}>
                <ToolIcon size={20} stroke={1.75} className={classes.icon} aria-hidden="true" />
                <div className={rows.what}>
                  <div className={classes.title}>{title}</div>
                  <p className={classes.text}>{text}</p>
                </div>
                <IconChevronRight size={16} className={classes.icon} aria-hidden="true" />
              </Link>
            </li>
          ))}
      </ul>
    </PageLayout>
  )
}
