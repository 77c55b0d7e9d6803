import { can, type Permission } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { BulkProgress } from '../../entities/bulk-action/BulkProgress.tsx'
import { bulkActionsQuery } from '../../entities/bulk-action/queries.ts'
import { contactFieldsQuery } from '../../entities/contact-field/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { useMe } from '../../lib/session/use-me.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './ContactSettings.module.css'
import { FieldList } from './FieldList.tsx'
import { FieldModal } from './FieldModal.tsx'
import { TagList } from './TagList.tsx'

/** Custom fields, tags, and the pages with other settings of contacts. */
export function ContactSettingsScreen() {
  const { t } = useLingui()
  const me = useMe()
  const fields = useQuery(contactFieldsQuery)
  const tagActions = (useQuery(bulkActionsQuery).data ?? []).filter(
    ({ change }) => change === 'rename-tags' || change === 'remove-tags',
  )
  const [isAdding, setIsAdding] = useState(false)
  if (!can(me, 'admin_manage_settings')) return <ForbiddenScreen permission="admin_manage_settings" />
  return (
    <PageLayout
      title={t`Contacts`}
      tabTitle={t`Contact settings`}
      text={t`What you keep about your contacts, and how you organize them.`}
    >
      <PageSection
        title={t`Custom fields`}
        text={t`Add your own details, such as a membership or a last visit. They appear when you edit a contact, and as columns, filters, imports, and exports.`}
      >
        <QueryState query={fields} rows={3}>
          {(data) => (
            <>
              <FieldList stored={data} />
              <Button
                size="xs"
                variant="default"
                mt="sm"
                leftSection={<IconPlus size={15} />}
                onClick={() => setIsAdding(true)}
              >
                <Trans>Add a field</Trans>
              </Button>
              {isAdding && <FieldModal stored={data} onClose={() => setIsAdding(false)} />}
            </>
          )}
        </QueryState>
      </PageSection>
      <PageSection title={t`Tags in use`} text={t`Renaming a tag to the name of another one merges the two.`}>
        <BulkProgress actions={tagActions} />
        <TagList />
      </PageSection>
      <PageSection title={t`More about contacts`}>
        <ul className={classes.links}>
          <PageLink to="/settings/labels" title={t`Labels`} text={t`Names and colors of labels`} />
          <PageLink to="/settings/contacts/statuses" title={t`Contact statuses`} text={t`Where each contact stands`} />
          <PageLink
            to="/settings/contacts/blocked-numbers"
            title={t`Blocked numbers`}
            text={t`Numbers you can’t text and whose texts arrive silently`}
          />
          <PageLink
            to="/contacts/import"
            title={t`Imports`}
            text={t`Add contacts from a file, and undo an import`}
            permission="contacts_edit"
          />
        </ul>
      </PageSection>
    </PageLayout>
  )
}

interface PageLinkProps {
  to: LinkProps['to']
  title: string
  text: string
  permission?: Permission
}

function PageLink({ to, title, text, permission }: PageLinkProps) {
  const me = useMe()
  if (permission && !can(me, permission)) return null
  return (
    <li>
      <Link to={to} className={classes.link}>
        <span className={classes.what}>
          {title}
          <Text component="span" size="sm" className={classes.soft}>
            {text}
          </Text>
        </span>
        <IconChevronRight size={16} stroke={1.75} />
      </Link>
    </li>
  )
}
