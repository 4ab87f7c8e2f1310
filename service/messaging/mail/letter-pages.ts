import type { LetterKind } from './letter-values.ts'

interface LetterPage {
  /** The key of its line in the catalogue. */
  name: 'account' | 'password' | 'signIn' | 'withdrawals'
  path: string
  /** True if the page has an address in each language. */
  isPublic: boolean
}

const account: LetterPage = { name: 'account', path: '/user/account', isPublic: false }
const password: LetterPage = { name: 'password', path: '/password/', isPublic: true }
const signIn: LetterPage = { name: 'signIn', path: '/login/', isPublic: true }
const withdrawals: LetterPage = { name: 'withdrawals', path: '/user/earnings/withdrawals', isPublic: false }

/** The pages that letters about security ask to open: a reader in a hurry must not have to find them. */
const pages: Partial<Record<LetterKind, readonly LetterPage[]>> = {
  newBrowser: [password],
  passwordChanged: [password],
  payment: [password],
  paymentPasswordSet: [password],
  paymentPasswordChanged: [password],
  walletAdded: [password, withdrawals],
  walletChanged: [password, withdrawals],
  withdrawalRequested: [withdrawals, password],
  withdrawalHeld: [withdrawals, password],
  withdrawalCancelled: [password],
  task: [password],
  prove: [password],
  lostFactor: [password],
  factorOff: [password],
  recoveryCodesNew: [password],
  recoveryCodeUsed: [account, password],
  factorLost: [signIn, password],
  factorLostSoon: [signIn, password],
  factorLostDone: [account, password],
  factorLossStopped: [password],
  passkeyAdded: [account, password],
  passkeyRenamed: [password],
  passkeyRemoved: [password],
  googleLinked: [account, password],
  googleUnlinked: [password],
  closingAsked: [account, password],
  closingObstructed: [account],
}

export const letterPages = (kind: LetterKind): readonly LetterPage[] => pages[kind] ?? []
