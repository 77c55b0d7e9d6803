import type { Profile } from '@frontdesk/contract/api'
import { can, DEFAULT_BUSINESS_NAME } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { EditNameModal } from './EditNameModal.tsx'
import { InboxPreferences } from './InboxPreferences.tsx'
import classes from './ProfileScreen.module.css'
import { ownProfile } from './queries.ts'
import { SelectAvatarModal } from './SelectAvatarModal.tsx'

export function ProfileScreen() {
  const { t } = useLingui()
  const profile = useQuery(ownProfile)
  return (
    <PageLayout title={t`Profile`} text={t`How your teammates see you.`}>
      <QueryState query={profile} rows={2}>
        {(data) => <Own profile={data} />}
      </QueryState>
    </PageLayout>
  )
}

async function renameBusiness(name: string) {
  const { data } = await api.profile.updateBusiness({ name })
  if (session.current) session.set({ ...session.current, tenantName: data.name })
}

function Own({ profile }: { profile: Profile }) {
  const { t } = useLingui()
  const { displayName, email, profileUrl, userID } = profile
  const cache = useQueryClient()
  const [opened, setOpened] = useState<'name' | 'picture' | 'business'>()
  const [saved, setSaved] = useState<'name' | 'picture'>()
  const me = useMe()
  const businessName = useSession()?.tenantName ?? ''
  const apply = ({ data }: { data: Profile }) => {
    cache.setQueryData(ownProfile.queryKey, data)
    const signedIn = session.current
    if (signedIn) session.set({ ...signedIn, displayName: data.displayName, profileUrl: data.profileUrl })
    setSaved(data.displayName === displayName ? 'picture' : 'name')
  }
  const removing = useMutation({
    mutationFn: () => api.profile.updatePicture({ profilePictureUrl: null }),
    onSuccess: apply,
  })
  const close = () => setOpened(undefined)
  return (
    <>
      <PageSection title={t`Picture`}>
        <div className={classes.card}>
          <Avatar name={displayName} colorKey={userID} image={profileUrl} size={72} />
          <div className={classes.what}>
            <ErrorText error={removing.error} mb="xs" />
            <Group gap="xs">
              <Button variant="default" size="xs" onClick={() => setOpened('picture')}>
                {profileUrl ? <Trans>Change picture</Trans> : <Trans>Choose a picture</Trans>}
              </Button>
              {profileUrl && (
                <Button variant="default" size="xs" loading={removing.isPending} onClick={() => removing.mutate()}>
                  <Trans>Remove picture</Trans>
                </Button>
              )}
              {saved === 'picture' && <SaveNote state={{ status: 'saved' }} />}
            </Group>
            <p className={classes.soft}>
              <Trans>Only your teammates see it, next to your name.</Trans>
            </p>
          </div>
        </div>
      </PageSection>
      <PageSection title={t`Account`}>
        <div className={classes.card}>
          <dl className={classes.facts}>
            <dt>
              <Trans>Name</Trans>
            </dt>
            <dd>{displayName}</dd>
            <dt>
              <Trans>Email</Trans>
            </dt>
            <dd>{email}</dd>
          </dl>
          {saved === 'name' && <SaveNote state={{ status: 'saved' }} />}
          <Button variant="default" size="xs" onClick={() => setOpened('name')}>
            <Trans>Edit</Trans>
          </Button>
        </div>
      </PageSection>
      {can(me, 'admin_manage_settings') && <Business onEdit={() => setOpened('business')} />}
      <PageSection title={t`Inbox`}>
        <div className={classes.card}>
          <div className={classes.what}>
            <InboxPreferences />
          </div>
        </div>
      </PageSection>
      {opened === 'name' && (
        <EditNameModal
          title={t`Edit account info`}
          label={t`Name`}
          description={t`Your teammates see it, and contacts see it in texts signed with your name.`}
          autoComplete="name"
          name={displayName}
          save={async (name) => apply(await api.profile.updateProfile({ name }))}
          onClose={close}
        />
      )}
      {opened === 'business' && (
        <EditNameModal
          title={t`Rename the business`}
          label={t`Business name`}
          description={t`Your team sees it, and so does everyone you invite.`}
          autoComplete="organization"
          name={businessName === DEFAULT_BUSINESS_NAME ? '' : businessName}
          save={renameBusiness}
          onClose={close}
        />
      )}
      {opened === 'picture' && <SelectAvatarModal onSaved={apply} onClose={close} />}
    </>
  )
}

function Business({ onEdit }: { onEdit: () => void }) {
  const { t } = useLingui()
  const name = useSession()?.tenantName
  return (
    <PageSection title={t`Business`}>
      <div className={classes.card}>
        <dl className={classes.facts}>
          <dt>
            <Trans>Name</Trans>
          </dt>
          <dd>{name}</dd>
        </dl>
        <Button variant="default" size="xs" aria-label={t`Edit the business name`} onClick={onEdit}>
          <Trans>Edit</Trans>
        </Button>
      </div>
    </PageSection>
  )
}
