import type { Migration } from 'kysely/migration'
import type { Indexes } from '../build-indexes.ts'
import * as accounts from './001-accounts.ts'
import * as devices from './002-devices.ts'
import * as platform from './003-platform.ts'
import * as ledger from './004-ledger.ts'
import * as earnings from './005-earnings.ts'
import * as withdrawals from './006-withdrawals.ts'
import * as signedTransfers from './007-signed-transfers.ts'
import * as messages from './008-messages.ts'
import * as lateWork from './009-late-work.ts'
import * as deviceLog from './010-device-log.ts'
import * as market from './012-market.ts'
import * as deposits from './013-deposits.ts'
import * as balance from './014-balance.ts'
import * as points from './015-points.ts'
import * as tasks from './016-tasks.ts'
import * as invitations from './017-invitations.ts'
import * as ambassadors from './018-ambassadors.ts'
import * as notices from './019-notices.ts'
import * as feedback from './020-feedback.ts'
import * as gpu from './023-gpu.ts'
import * as sweeps from './024-sweeps.ts'
import * as alerts from './025-alerts.ts'
import * as secondFactor from './026-second-factor.ts'
import * as passkeys from './027-passkeys.ts'
import * as identities from './028-identities.ts'
import * as closing from './029-closing.ts'
import * as social from './030-social.ts'
import * as protectPrompt from './031-protect-prompt.ts'
import * as reasons from './032-reasons.ts'
import * as currencies from './033-currencies.ts'
import * as releaseMails from './034-release-mails.ts'
import * as gpuRequests from './035-gpu-requests.ts'
import * as operators from './036-operators.ts'
import * as statusNames from './037-status-names.ts'
import * as closingBalance from './038-closing-balance.ts'
import * as taskWords from './039-task-words.ts'
import * as endedMiners from './040-ended-miners.ts'
import * as deviceWatch from './041-device-watch.ts'
import * as lackingGpus from './042-lacking-gpus.ts'
import * as appointed from './043-appointed.ts'
import * as depositReconciliation from './044-deposit-reconciliation.ts'
import * as ownTries from './045-own-tries.ts'
import * as contractWallets from './046-contract-wallets.ts'
import * as sessionTickets from './047-session-tickets.ts'
import * as releaseFiles from './048-release-files.ts'
import * as deviceControls from './049-device-controls.ts'
import * as hotDevices from './051-hot-devices.ts'
import * as legalVersions from './052-legal-versions.ts'
import * as pageVotes from './053-page-votes.ts'
import * as hostTrouble from './054-host-trouble.ts'
import * as gpuPorts from './055-gpu-ports.ts'
import * as balanceMovements from './056-balance-movements.ts'
import * as keptSums from './057-kept-sums.ts'
import * as adminAndOffers from './058-admin-and-offers.ts'
import * as legalAcceptances from './060-legal-acceptances.ts'
import * as userDays from './061-user-days.ts'
import * as sortedLists from './062-sorted-lists.ts'
import * as operatorsLists from './063-operators-lists.ts'
import * as networks from './064-networks.ts'
import * as proofs from './066-proofs.ts'
import * as operatorsHome from './067-operators-home.ts'
import * as sharedAddresses from './068-shared-addresses.ts'
import * as sweepSteps from './069-sweep-steps.ts'
import * as solana from './070-solana.ts'
import * as safeHands from './071-safe-hands.ts'
import * as gpuTemplates from './073-gpu-templates.ts'
import * as gpuTerminals from './074-gpu-terminals.ts'
import * as minerRuns from './075-miner-runs.ts'
import * as alertRecipients from './076-alert-recipients.ts'

interface TableMigration extends Migration {
  /** Built beforehand while the tables are written; its `up` creates those that are missing. */
  indexes?: Indexes
}

/** Every migration, by the name that databases record. A released one is never edited. */
export const migrations: Readonly<Record<string, TableMigration>> = {
  '001-accounts': { up: accounts.up },
  '002-devices': { up: devices.up },
  '003-platform': { up: platform.up },
  '004-ledger': { up: ledger.up },
  '005-earnings': { up: earnings.up },
  '006-withdrawals': { up: withdrawals.up },
  '007-signed-transfers': { up: signedTransfers.up },
  '008-messages': { up: messages.up },
  '009-late-work': { up: lateWork.up },
  '010-device-log': { up: deviceLog.up },
  '012-market': { up: market.up },
  '013-deposits': { up: deposits.up },
  '014-balance': { up: balance.up },
  '015-points': { up: points.up },
  '016-tasks': { up: tasks.up },
  '017-invitations': { up: invitations.up },
  '018-ambassadors': { up: ambassadors.up },
  '019-notices': { up: notices.up },
  '020-feedback': { up: feedback.up },
  '023-gpu': { up: gpu.up },
  '024-sweeps': { up: sweeps.up },
  '025-alerts': { up: alerts.up },
  '026-second-factor': { up: secondFactor.up },
  '027-passkeys': { up: passkeys.up },
  '028-identities': { up: identities.up },
  '029-closing': { up: closing.up },
  '030-social': { up: social.up },
  '031-protect-prompt': { up: protectPrompt.up },
  '032-reasons': { up: reasons.up },
  '033-currencies': { up: currencies.up },
  '034-release-mails': { up: releaseMails.up },
  '035-gpu-requests': { up: gpuRequests.up },
  '036-operators': { up: operators.up },
  '037-status-names': { up: statusNames.up },
  '038-closing-balance': { up: closingBalance.up },
  '039-task-words': { up: taskWords.up },
  '040-ended-miners': { up: endedMiners.up },
  '041-device-watch': { up: deviceWatch.up },
  '042-lacking-gpus': { up: lackingGpus.up },
  '043-appointed': { up: appointed.up },
  '044-deposit-reconciliation': { up: depositReconciliation.up },
  '045-own-tries': { up: ownTries.up },
  '046-contract-wallets': { up: contractWallets.up },
  '047-session-tickets': { up: sessionTickets.up },
  '048-release-files': { up: releaseFiles.up },
  '049-device-controls': { up: deviceControls.up },
  '051-hot-devices': { up: hotDevices.up },
  '052-legal-versions': { up: legalVersions.up },
  '053-page-votes': { up: pageVotes.up },
  '054-host-trouble': { up: hostTrouble.up },
  '055-gpu-ports': { up: gpuPorts.up },
  '056-balance-movements': { up: balanceMovements.up },
  '057-kept-sums': { up: keptSums.up },
  '058-admin-and-offers': { up: adminAndOffers.up },
  '060-legal-acceptances': { up: legalAcceptances.up },
  '061-user-days': { up: userDays.up },
  '062-sorted-lists': { up: sortedLists.up, indexes: sortedLists.indexes },
  '063-operators-lists': { up: operatorsLists.up, indexes: operatorsLists.indexes },
  '064-networks': { up: networks.up },
  '066-proofs': { up: proofs.up },
  '067-operators-home': { up: operatorsHome.up, indexes: operatorsHome.indexes },
  '068-shared-addresses': { up: sharedAddresses.up },
  '069-sweep-steps': { up: sweepSteps.up },
  '070-solana': { up: solana.up },
  '071-safe-hands': { up: safeHands.up },
  '073-gpu-templates': { up: gpuTemplates.up },
  '074-gpu-terminals': { up: gpuTerminals.up },
  '075-miner-runs': { up: minerRuns.up },
  '076-alert-recipients': { up: alertRecipients.up },
}
