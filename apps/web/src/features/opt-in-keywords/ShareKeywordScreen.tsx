import type { OptInKeyword } from '@frontdesk/contract/api'
import { smsLink } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import { IconArrowLeft, IconCopy, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { optInKeywordsQuery } from '../../entities/opt-in-keyword/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { showToast } from '../../ui/toast/toasts.ts'
import classes from './Keywords.module.css'

/** Ways to share a keyword: a text and a link to copy, and a card with a QR code to print. */
export function ShareKeywordScreen({ id }: { id: string }) {
  const { t } = useLingui()
  const keywords = useQuery(optInKeywordsQuery)
  const name = keywords.data?.find((each) => each.id === id)?.keyword
  return (
    <PageLayout
      title={name === undefined ? t`Share a keyword` : t`Share ${name}`}
      text={t`Put it on your counter, your window, receipts, or your website.`}
      actions={
        <div className={classes.noPrint}>
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} />}
            renderRoot={(props) => <Link {...props} to="/marketing/opt-in-keyword" />}
          >
            <Trans>Back to keywords</Trans>
          </Button>
        </div>
      }
    >
      <QueryState query={keywords} rows={3}>
        {(rows) => {
          const keyword = rows.find((each) => each.id === id)
          return keyword ? (
            <Share keyword={keyword} />
          ) : (
            <EmptyState
              title={t`This keyword no longer exists.`}
              text={t`It was deleted, or you don’t have access to its location.`}
            />
          )
        }}
      </QueryState>
    </PageLayout>
  )
}

function Share({ keyword: { keyword, tenantPhoneNumber, isEnabled } }: { keyword: OptInKeyword }) {
  const { t } = useLingui()
  const business = useSession()?.tenantName ?? ''
  const number = phoneText(tenantPhoneNumber)
  const link = smsLink(tenantPhoneNumber, keyword)
  const terms = t`By texting ${keyword} you ask ${business} for recurring marketing texts. Consent is not a condition of purchase. Msg & data rates may apply. Reply REMOVE to unsubscribe (or STOP).`
  const text = t`Text ${keyword} to ${number} to get our offers.`
  return (
    <>
      {!isEnabled && (
        <Alert color="yellow" mb="md" className={classes.noPrint}>
          <Trans>This keyword is off: texting it doesn’t subscribe anyone. Turn it on before you share it.</Trans>
        </Alert>
      )}
      <div className={classes.share}>
        <div className={classes.noPrint}>
          <PageSection isCard title={t`Text`} text={t`For your website, social media, or a sign.`}>
            <Copied value={`${text} ${terms}`} label={t`Copy text`} />
          </PageSection>
          <PageSection isCard title={t`Link`} text={t`Opens the texting app on a phone with the keyword filled in.`}>
            <Copied value={link} label={t`Copy link`} />
          </PageSection>
        </div>
        <PageSection title={t`Card`} text={t`Print it for your counter.`}>
          <div className={classes.card}>
            <p className={classes.cardTitle}>{business}</p>
            <p className={classes.cardText}>
              <Trans>
                Text <strong>{keyword}</strong> to <strong>{number}</strong> to get our offers
              </Trans>
            </p>
            <QrCode text={link} label={t`QR code that starts a text with ${keyword} to ${number}`} />
            <p className={classes.cardNote}>{terms}</p>
          </div>
          <Button mt="sm" className={classes.noPrint} leftSection={<IconPrinter size={16} />} onClick={() => print()}>
            <Trans>Print card</Trans>
          </Button>
        </PageSection>
      </div>
    </>
  )
}

function Copied({ value, label }: { value: string; label: string }) {
  const { t } = useLingui()
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    showToast({ id: 'copied', kind: 'news', title: t`Copied`, text: '' })
  }
  return (
    <div className={classes.field}>
      <p className={classes.value}>{value}</p>
      <Button variant="default" size="xs" leftSection={<IconCopy size={14} />} onClick={() => void copy()}>
        {label}
      </Button>
    </div>
  )
}
