import { startComposer } from './composer.ts'
import { startFaults } from './faults.ts'
import { goLive } from './live.ts'
import { startLog } from './log.ts'
import { startPanes } from './panes.ts'
import { startPhoneDialog } from './phone-dialog.ts'
import { startPhoneList } from './phone-list.ts'
import { startStage } from './stage.ts'
import { startThread } from './thread.ts'

startPanes()
startPhoneList()
startStage()
startThread()
startComposer()
startPhoneDialog()
startFaults()
startLog()
goLive()
