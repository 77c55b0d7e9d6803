import { startComposer } from './composer.ts'
import { startFaults } from './faults.ts'
import { connect } from './live-updates.ts'
import { startPanes } from './panes.ts'
import { startPhoneDialog } from './phone-dialog.ts'
import { startPhoneList } from './phone-list.ts'
import { startPhonePane } from './phone-pane.ts'
import { startThread } from './thread.ts'
import { startWebhookLog } from './webhook-log.ts'

startPanes()
startPhoneList()
startPhonePane()
startThread()
startComposer()
startPhoneDialog()
startFaults()
startWebhookLog()
connect()
