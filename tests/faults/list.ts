export interface Fault {
  readonly name: string
  readonly file: string
  /** What stands there once, and what stands there instead. */
  readonly from: string
  readonly to: string
  readonly tests: readonly string[]
}

const ledger = ['tests/service/ledger']
const settlement = ['tests/service/earnings']
const withdrawals = (name: string) => `tests/service/withdrawals/${name}.test.ts`
const requests = ['requesting', 'races', 'operating', 'walk', 'checks'].map(withdrawals)
const chain = [withdrawals('chain')]
const kills = [withdrawals('chain-kills')]
const troubles = [withdrawals('chain-troubles')]
const passwords = ['tests/service/wallets/payment-password.test.ts']
const points = ['tests/service/points']
const tasks = ['tests/service/tasks']

export const faults: readonly Fault[] = [
  {
    name: 'an account of a user may be overdrawn',
    file: 'service/ledger/post.ts',
    from: 'if (known.balance < 0n && account.owner !== PLATFORM) throw new Overdrawn(account)',
    to: '',
    tests: ledger,
  },
  {
    name: 'a transfer need not be in balance',
    file: 'service/ledger/post.ts',
    from: 'if (sum !== 0n) throw',
    to: 'if (sum > 1_000_000_000_000n) throw',
    tests: ledger,
  },
  {
    name: 'two write at once without the head',
    file: 'service/ledger/post.ts',
    from: "selectFrom('ledger_head').selectAll().forUpdate()",
    to: "selectFrom('ledger_head').selectAll()",
    tests: ledger,
  },
  {
    name: 'the chain says nothing of amounts',
    file: 'service/ledger/chain.ts',
    from: '[account, amount.toString()]',
    to: "[account, '']",
    tests: ledger,
  },
  {
    name: 'a day is settled by two at once',
    file: 'service/features/earnings/settle.ts',
    from: "      .where('day', '=', day)\n      .forUpdate()\n",
    to: "      .where('day', '=', day)\n",
    tests: settlement,
  },
  {
    name: 'today is settled before it is over',
    file: 'service/features/earnings/rules.ts',
    from: 'dayAt(now - settlementSeconds * 1000 - DAY_MS)',
    to: 'dayAt(now - settlementSeconds * 1000)',
    tests: settlement,
  },
  {
    name: 'a day that was settled early stays closed',
    file: 'service/features/earnings/settle.ts',
    from: '  await reopenEarly(ctx)\n',
    to: '',
    tests: settlement,
  },
  {
    name: 'a day that was settled at a time still to come stays closed once it is over',
    file: 'service/features/earnings/reopen.ts',
    from: "        eb('ended_at', '>', new Date(now + CLOCKS_APART_MS)),\n",
    to: '',
    tests: settlement,
  },
  {
    name: 'a rate is set for a day that ended while the question waited',
    file: 'service/operate/rates.ts',
    from: '        mustNotBeOver(from, now())\n',
    to: '',
    tests: settlement,
  },
  {
    name: 'a day that was settled early in part goes on where it stood',
    file: 'service/features/earnings/reopen.ts',
    from: "or([eb('ended_at', 'is not', null), eb('last_user', '<>', '')])",
    to: "or([eb('ended_at', 'is not', null)])",
    tests: settlement,
  },
  {
    name: 'a later part of a day pays the first one again',
    file: 'service/features/earnings/uncredited.ts',
    from: '  if (of.part > 0) await takeOffPaid(db, found, of)\n',
    to: '',
    tests: settlement,
  },
  {
    name: 'earnings are rounded up',
    file: 'service/features/earnings/rules.ts',
    from: '(work * perTera) / TERA',
    to: '(work * perTera) / TERA + 1n',
    tests: settlement,
  },
  {
    name: 'earnings are freed a day early',
    file: 'service/features/earnings/rules.ts',
    from: 'startOf(day) + DAY_MS + EARNINGS_FREEZE_SECONDS * 1000',
    to: 'startOf(day) + EARNINGS_FREEZE_SECONDS * 1000',
    tests: settlement,
  },
  {
    name: 'a new rate pays for old work',
    file: 'service/features/earnings/uncredited.ts',
    from: 'and from_day <=',
    to: 'and current_date >=',
    tests: settlement,
  },
  {
    name: 'a list shows what others earned',
    file: 'service/features/earnings/queries.ts',
    from: "expression('earnings.user_id', '=', filter.userId)",
    to: "expression('earnings.user_id', '<>', '')",
    tests: settlement,
  },
  {
    name: 'a balance counts what is frozen',
    file: 'service/features/earnings/overview.ts',
    from: 'balance: text(available)',
    to: 'balance: text(available + frozen)',
    tests: settlement,
  },
  {
    name: 'more decimals than a coin has are cut off',
    file: 'src/lib/money/coins.ts',
    from: 'if (/[1-9]/.test(fraction.slice(places)))',
    to: 'if (places < 0)',
    tests: ['tests/lib/money'],
  },
  {
    name: 'coins go to an address that nobody was shown',
    file: 'service/features/withdrawals/requesting.ts',
    from: "  if (wallet.address !== asked.walletAddress) throw new Refusal('WALLET_CHANGED')\n",
    to: '',
    tests: requests,
  },
  {
    name: 'a request made twice pays twice',
    file: 'service/features/withdrawals/requesting.ts',
    from: '    const first = await standing(db, asked, now)\n    if (first) return first\n',
    to: '',
    tests: requests,
  },
  {
    name: 'an approved withdrawal can be cancelled',
    file: 'service/features/withdrawals/rules.ts',
    from: '1: [2, 3]',
    to: '1: [2, 3, -1]',
    tests: requests,
  },
  {
    name: 'a small withdrawal is possible every day',
    file: 'service/features/withdrawals/requesting.ts',
    from: 'smallUsed: small !== undefined',
    to: 'smallUsed: false',
    tests: requests,
  },
  {
    name: 'what comes back is less than what was taken',
    file: 'service/features/withdrawals/steps.ts',
    from: '      [withdrawing, -amount],\n      [available, amount],',
    to: '      [withdrawing, -row.receive],\n      [available, row.receive],',
    tests: requests,
  },
  {
    name: 'wrong payment passwords are never counted',
    file: 'service/features/payment-password/guard.ts',
    from: 'isRight ? afterSuccess(guard) : afterFailure(guard, now)',
    to: 'afterSuccess(guard)',
    tests: passwords,
  },
  {
    name: 'guesses are counted by each process for itself',
    file: 'service/features/payment-password/guard.ts',
    from: "    .where('user_id', '=', userId)\n    .forUpdate()\n",
    to: "    .where('user_id', '=', userId)\n",
    tests: ['tests/service/nodes.test.ts'],
  },
  {
    name: 'a connection that ends in a transaction ends the process',
    file: 'service/db/open.ts',
    from: "pool.on('connect', (client) => client.on('error', onError))",
    to: '',
    tests: ['tests/service/money-cuts.test.ts'],
  },
  {
    name: 'a payout is begun twice after a lost answer',
    file: 'service/features/withdrawals/payouts.ts',
    from: "  if (await payoutOf(db, row.id)) return 'BEGUN_ALREADY'\n",
    to: "  await db.deleteFrom('payouts').where('withdrawal_id', '=', row.id).execute()\n",
    tests: ['tests/service/money-cuts.test.ts'],
  },
  {
    name: 'the database reckons in the zone of its server',
    file: 'service/db/open.ts',
    from: "    options: '-c timezone=UTC',\n",
    to: '',
    tests: ['tests/service/earnings', 'tests/service/ledger', 'tests/service/withdrawals'],
  },
  {
    name: 'a transfer is sent before it is kept',
    file: 'service/operate/program.ts',
    from: '      return change.apply(transaction)\n    })\n    await done.afterCommit?.()\n',
    to: '      const made = await change.apply(transaction)\n      await made.afterCommit?.()\n      return made\n    })\n',
    tests: kills,
  },
  {
    name: 'a transfer that is kept is signed anew',
    file: 'service/operate/sending.ts',
    from: '  if (kept) return sendKept(settings, kept, { row, about })\n',
    to: '',
    tests: kills,
  },
  {
    name: 'a receipt is taken for a payment without a look at what has moved',
    file: 'service/adapters/chain/evm.ts',
    from: "moves(receipt, transfer) ? 'paid' : 'another'",
    to: "'paid'",
    tests: troubles,
  },
  {
    name: 'the token of another contract counts',
    file: 'service/adapters/chain/evm.ts',
    from: '        isAddressEqual(address, token) &&\n',
    to: '',
    tests: troubles,
  },
  {
    name: 'a transfer is final in its first block',
    file: 'service/adapters/chain/evm.ts',
    from: 'if (receipt.blockNumber > deep)',
    to: 'if (receipt.blockNumber > head)',
    tests: chain,
  },
  {
    name: 'a node that has forgotten a transfer makes it replaced',
    file: 'service/adapters/chain/evm.ts',
    from: "return other.hash === hash ? { state: 'waiting' } :",
    to: 'return',
    tests: troubles,
  },
  {
    name: 'a payout that is signed can be taken back',
    file: 'service/features/withdrawals/payouts.ts',
    from: "  if (await isSigned(db, withdrawalId)) return 'SIGNED'\n  const { numDeletedRows }",
    to: '  const { numDeletedRows }',
    tests: troubles,
  },
  {
    name: 'two transfers take the nonce that the network says',
    file: 'service/features/withdrawals/transfers.ts',
    from: 'Math.max(terms.nonce, (last ?? -1) + 1)',
    to: 'terms.nonce',
    tests: chain,
  },
  {
    name: 'points are written into the history and not into the ledger once more',
    file: 'service/features/points/award.ts',
    from: 'const fresh = awards.filter(({ operation }) => written.has(operation))',
    to: 'const fresh = awards.filter(({ amount }) => amount !== 0n)',
    tests: points,
  },
  {
    name: 'a later part of a day brings the points of the first one again',
    file: 'service/features/points/mining.ts',
    from: 'of.part > 0 ? await creditedFor(db, of) : new Map<string, bigint>()',
    to: 'new Map<string, bigint>()',
    tests: points,
  },
  {
    name: 'mined points follow the rate of today',
    file: 'service/features/points/mining.ts',
    from: 'pointRateOn(db, of.day)',
    to: "pointRateOn(db, '9999-12-31')",
    tests: points,
  },
  {
    name: 'a history of points shows what others earned',
    file: 'service/features/points/queries.ts',
    from: "expression('user_id', '=', filter.userId)",
    to: "expression('user_id', '<>', '')",
    tests: points,
  },
  {
    name: 'tasks are verified without taking turns',
    file: 'service/features/tasks/verifying.ts',
    from: '    await lockUser(db, asked.userId)\n',
    to: '',
    tests: tasks,
  },
  {
    name: 'a task that is done can be verified and paid again',
    file: 'service/features/tasks/verifying.ts',
    from: "  if (before?.status === 'verified') return undefined\n",
    to: '',
    tests: tasks,
  },
  {
    name: 'an invitation that was taken back finishes a task',
    file: 'service/features/tasks/facts.ts',
    from: "(points ?? 0n) > 0n, 'no-friend'",
    to: "points !== null, 'no-friend'",
    tests: tasks,
  },
  {
    name: 'four hours of several devices add up to a valid day',
    file: 'service/features/tasks/facts.ts',
    from: 'group by device_id order by 1 desc limit 1',
    to: 'group by user_id',
    tests: tasks,
  },
]
