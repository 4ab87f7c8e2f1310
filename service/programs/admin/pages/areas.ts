import { devices } from '#service/compute/devices/operator/devices.ts'
import { changeProject, listProjects } from '#service/compute/devices/operator/projects.ts'
import { listVersions } from '#service/compute/versions/operator.ts'
import { endUserSessions } from '#service/identity/accounts/operator.ts'
import { listFarms, setUptime } from '#service/market/orders/operator/farms.ts'
import { viewRates as cloudRates, setCloudRate } from '#service/market/plans/operator/rates.ts'
import { listMessages, sendMessage } from '#service/messaging/messages/operator.ts'
import { listNotices, publishNotice, showNotice, withdraw } from '#service/messaging/notices/operator.ts'
import { viewRates as currencyRates, setCurrencyRate } from '#service/money/currencies/operator.ts'
import {
  acceptBalance,
  listDeposits,
  lookUp,
  refuseOne,
  showDeposit,
} from '#service/money/deposits/operator/deposits.ts'
import { listRates, setRate } from '#service/money/earnings/operator/rates.ts'
import { reopenDay, settledDays } from '#service/money/earnings/operator/settlements.ts'
import { setFee, viewFees } from '#service/money/withdrawals/operator/fees.ts'
import { add, listMachines, pause, price, resume, token } from '#service/rental/operator/gpu.ts'
import { end, refund as refundHours, list as rentals } from '#service/rental/operator/rentals.ts'
import { approveOne, listRequests, refuseOne as refuseOffer } from '#service/rental/operator/requests.ts'
import {
  appointAccount,
  approveApplication,
  listAmbassadors,
  refuseApplication,
  revokeStatus,
  setShare,
  showAmbassador,
  viewShares,
} from '#service/rewards/ambassadors/operator.ts'
import { setPoints, viewRates as viewPoints } from '#service/rewards/points/operator.ts'
import { addTask, changeTask, closeTask } from '#service/rewards/tasks/operator/changes.ts'
import { acceptProof, listProofs, refuseProof } from '#service/rewards/tasks/operator/reviews.ts'
import { viewTasks } from '#service/rewards/tasks/operator/tasks.ts'
import { pageVotes } from '#service/site/votes/operator.ts'
import { showUser } from '../../operate/one-user.ts'
import { listOperators, removeOne, setRole } from '../../operate/operators.ts'
import { listUsers } from '../../operate/users.ts'
import type { Area } from '../area.ts'

/** Areas whose pages are made from the definitions of their acts. */
export const areas: readonly Area[] = [
  {
    key: 'users',
    list: listUsers,
    subject: { word: 7 },
    linkColumn: 0,
    one: showUser,
    isFound: true,
    rowActs: { 'end-sessions': endUserSessions.acts[0] },
    links: { Withdrawals: 'withdrawals', 'GPU rentals': 'rentals' },
  },
  { key: 'devices', list: devices.acts[0], words: [2] },
  { key: 'messages', list: listMessages, words: [4], acts: { send: sendMessage } },
  {
    key: 'notices',
    list: listNotices,
    words: [1],
    subject: { word: 0 },
    one: showNotice,
    rowActs: { withdraw },
    acts: { publish: publishNotice },
  },
  {
    key: 'ambassadors',
    list: listAmbassadors,
    words: [1],
    subject: { word: 0 },
    one: showAmbassador,
    rowActs: { approve: approveApplication, refuse: refuseApplication, revoke: revokeStatus },
    acts: { appoint: appointAccount },
  },
  { key: 'ambassador-shares', list: viewShares, acts: { set: setShare }, prefill: 'word' },
  {
    key: 'tasks',
    list: viewTasks,
    words: [6],
    subject: { task: 0 },
    rowActs: { change: changeTask, close: closeTask },
    acts: { add: addTask },
  },
  {
    key: 'proofs',
    list: listProofs,
    subject: { task: 0, user: 2 },
    rowActs: { accept: acceptProof, refuse: refuseProof },
  },
  { key: 'points', list: viewPoints, acts: { set: setPoints } },
  { key: 'fees', list: viewFees, acts: { set: setFee }, prefill: 'word' },
  {
    key: 'unswept',
    list: listDeposits,
    words: [7],
    subject: { word: 1 },
    one: showDeposit,
    rowActs: { accept: acceptBalance },
    acts: { 'look-up': lookUp, refuse: refuseOne },
    isCostly: true,
  },
  { key: 'settlements', list: settledDays, words: [2], subject: { word: 0 }, rowActs: { reopen: reopenDay } },
  { key: 'rates', list: listRates, acts: { set: setRate }, prefill: 'word' },
  { key: 'cloud-rates', list: cloudRates, acts: { set: setCloudRate }, prefill: 'word' },
  { key: 'currency-rates', list: currencyRates, acts: { set: setCurrencyRate }, prefill: 'word' },
  { key: 'farms', list: listFarms, acts: { uptime: setUptime }, prefill: 'word' },
  {
    key: 'machines',
    list: listMachines,
    subject: { machine: 0 },
    rowActs: { price, pause, resume, token },
    acts: { add },
  },
  { key: 'offers', list: listRequests, subject: { request: 0 }, rowActs: { approve: approveOne, refuse: refuseOffer } },
  { key: 'rentals', list: rentals, words: [3, 4], subject: { rental: 0 }, rowActs: { end, refund: refundHours } },
  { key: 'projects', list: listProjects, words: [4], acts: { change: changeProject }, prefill: 'word' },
  { key: 'versions', list: listVersions.acts[0] },
  { key: 'page-votes', list: pageVotes.acts[0] },
  {
    key: 'operators',
    list: listOperators,
    subject: { word: 0 },
    words: [1],
    rowActs: { role: setRole, remove: removeOne },
  },
]
