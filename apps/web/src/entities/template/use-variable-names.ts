import type { TemplateVariable } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'

/** Display names of the variables. */
export function useVariableNames(): Record<TemplateVariable, string> {
  const { t } = useLingui()
  return {
    contact_first_name: t`First name`,
    contact_last_name: t`Last name`,
    contact_name: t`Full name`,
    contact_phone: t`Phone number`,
    business_name: t`Business`,
    business_location: t`Location`,
    google_map_url: t`Google Maps link`,
    google_review: t`Google review link`,
  }
}
