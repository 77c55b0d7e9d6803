import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from '@swc/core'
import { ROOT } from './run-steps.ts'

// Operations take the transaction, so that they can be combined; a route, a job or a webhook opens it. Fails for a file
// of a module that opens one itself and is not listed here, and for an entry that is no longer needed. Parsed with SWC,
// because TypeScript 7 has no API for its syntax tree.

const MODULES_DIR = 'apps/server/src/modules'

const OPENS = /(?:^|[/-])routes\.ts$|\.job\.ts$|(?:^|\/)(?:module|webhooks)\.ts$/
const NOT_PRODUCTION = /\.test\.ts$/
const OPENERS = new Set(['inTenant', 'inTenantWith', 'inTransaction'])

const REQUEST_BETWEEN = 'a request to another service runs between two transactions, which must not wait for it'
const PASSWORD_FIRST = 'a password is verified or hashed before the transaction, which must not last as long'
const TENANT_FIRST = 'the tenant is found in the directory first, by a login, a session or an emailed link'
const PAGE_FIRST =
  'the business is found first, by the address of its booking page or the link of a visit or a document'
const FILE_FIRST = 'the contents of a file are stored before its row, and deleted if the transaction fails'
const DRAWN_AFTER = 'the PDF is drawn after the transaction that reads what it says'
const CACHED = 'the result is cached, so that most calls need no transaction'
const NO_ROUTE = 'a live connection calls it, which has no route'
const STREAMED = 'the file is streamed, with one transaction for each page'
const MANY_TENANTS = 'every business is read in a transaction of its own'

/** Files that open transactions themselves, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'accounts/add-user.ts': PASSWORD_FIRST,
  'accounts/change-email.ts': PASSWORD_FIRST,
  'accounts/change-password.ts': PASSWORD_FIRST,
  'accounts/check-link.ts': TENANT_FIRST,
  'accounts/confirm-invite.ts': PASSWORD_FIRST,
  'accounts/queries.ts': MANY_TENANTS,
  'accounts/refresh-session.ts': TENANT_FIRST,
  'accounts/register-tenant.ts': PASSWORD_FIRST,
  'accounts/request-password-change.ts': TENANT_FIRST,
  'accounts/sessions.ts': CACHED,
  'accounts/sign-in.ts': PASSWORD_FIRST,
  'accounts/switch-tenant.ts': 'the session is opened in another business than the actor’s',
  'accounts/two-step.ts': PASSWORD_FIRST,
  'accounts/verify-email.ts': TENANT_FIRST,
  'audit/export-log.ts': STREAMED,
  'booking-pages/book.ts': 'a wrong code is counted although the request fails',
  'booking-pages/held.ts': PAGE_FIRST,
  'booking-pages/operations.ts': PAGE_FIRST,
  'booking-pages/pay-held.ts': REQUEST_BETWEEN,
  'booking-pages/send-code.ts': REQUEST_BETWEEN,
  'booking-payments/start-payment.ts': REQUEST_BETWEEN,
  'card-payments/card-setups.ts': REQUEST_BETWEEN,
  'booking-services/pictures.ts': FILE_FIRST,
  'payment-configs/logos.ts': FILE_FIRST,
  'payment-pages/pdf/draw-attachment.ts': DRAWN_AFTER,
  'payment-pages/pdf/draw-evidence.ts': DRAWN_AFTER,
  'catch-up/catch-up.ts': NO_ROUTE,
  'contact-imports/problem-rows.ts': STREAMED,
  'contact-imports/read-columns.ts': 'the uploaded file is read between two transactions, which must not wait for it',
  'contact-imports/upload-part.ts': FILE_FIRST,
  'bookings/export-bookings.ts': STREAMED,
  'contact-list/export-contacts.ts': STREAMED,
  'payment-documents/export-payments.ts': STREAMED,
  'payment-pages/html/document-pages.ts': PAGE_FIRST,
  'payment-pages/html/estimate-handlers.ts': PAGE_FIRST,
  'dev-admin/demo.ts': MANY_TENANTS,
  'dev-admin/deps.ts':
    'the operator’s right and the audit entry belong to their own business, beside the one they change',
  'dev-admin/queries.ts': MANY_TENANTS,
  'dev-admin/set-tenant-subscription.ts': 'an operator changes another business than their own',
  'files/files.ts': FILE_FIRST,
  'messages/inbound/receive-message.ts':
    'most texts are stored by the batch statement; a transaction is for the others',
  'messaging/accounts.ts': REQUEST_BETWEEN,
  'card-payments/start-checkout.ts': REQUEST_BETWEEN,
  'payment-accounts/manage-account.ts': REQUEST_BETWEEN,
  'phone-numbers/add-phone-number.ts': REQUEST_BETWEEN,
  'phone-numbers/check-number.ts': REQUEST_BETWEEN,
  'phone-numbers/get-registrations.ts': REQUEST_BETWEEN,
  'phone-numbers/look-up-number.ts': REQUEST_BETWEEN,
  'phone-numbers/routing.ts': CACHED,
  'phone-numbers/search-available.ts': REQUEST_BETWEEN,
  'presence/presence.ts': NO_ROUTE,
  'profile/change-profile.ts': FILE_FIRST,
  'translation/translate-message.ts': REQUEST_BETWEEN,
  'translation/translate-text.ts': REQUEST_BETWEEN,
}

/** Whether the source calls a function that opens a transaction. */
export function opensTransaction(source: string): boolean {
  let isFound = false
  const visit = (node: unknown): void => {
    if (isFound || typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'CallExpression' && 'callee' in node && OPENERS.has(nameOf(node.callee)))
      isFound = true
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(source, { syntax: 'typescript' }).body)
  return isFound
}

/** The name of a called function: `inTenant` for `inTenant()` and for `deps.database.inTenant()`. */
function nameOf(callee: unknown): string {
  if (typeof callee !== 'object' || callee === null) return ''
  if ('property' in callee) return nameOf(callee.property)
  return 'value' in callee && typeof callee.value === 'string' ? callee.value : ''
}

/** Finds files that open a transaction and may not, and exceptions that are no longer needed. */
export function findFaults(
  files: { file: string; source: string }[],
  exceptions: Readonly<Record<string, string>>,
): string[] {
  const opening = new Set(
    files.filter(({ file, source }) => !OPENS.test(file) && opensTransaction(source)).map(({ file }) => file),
  )
  return [
    ...[...opening]
      .filter((file) => !Object.hasOwn(exceptions, file))
      .map((file) => `${file} opens a transaction: operations take it, their route or job opens it`),
    ...Object.keys(exceptions)
      .filter((file) => !opening.has(file))
      .map((file) => `${file} opens no transaction and need not be an exception`),
  ]
}

const listSources = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
    cwd: path.join(ROOT, MODULES_DIR),
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !NOT_PRODUCTION.test(file))

if (import.meta.main) {
  const files = listSources().map((file) => ({
    file,
    source: readFileSync(path.join(ROOT, MODULES_DIR, file), 'utf8'),
  }))
  const faults = findFaults(files, EXCEPTIONS)
  for (const fault of faults) console.error(`${MODULES_DIR}/${fault}`)
  console.log(`${Object.keys(EXCEPTIONS).length} files open transactions themselves, ${faults.length} faults`)
  process.exit(faults.length === 0 ? 0 : 1)
}
