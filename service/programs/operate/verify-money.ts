import { moneyChecks } from '#service/checks.ts'
import { type Verification, verifyMoney as verify } from '#service/money/ledger/verify.ts'
import { defineCommand, type View } from '#service/platform/operator/act.ts'
import { exitCodes } from '#service/platform/operator/errors.ts'

export const verifyMoney = defineCommand({
  name: 'verify-money',
  summary: 'Check every invariant of the money, without writing',
  fields: {},
  async run({ db, database, now }) {
    const found = await verify(db, moneyChecks, now())
    const { checks, transfers, entries } = found
    const right = `The money is right: ${checks} checks, ${transfers} transfers, ${entries} entries. Database ${database}.`
    return viewOfVerified(found, right)
  },
})

/** The breaches, or the given sentence where there is none. */
export function viewOfVerified(found: Verification, right: string, foot?: string): View {
  const rows = found.breaches.flatMap(({ id, holds, rows }) => rows.map((row) => [id, `Not true: ${holds}.`, row]))
  return {
    kind: 'view',
    data: found,
    table: {
      columns: [{ title: 'Check' }, { title: 'What' }, { title: 'Where' }],
      rows,
      empty: right,
      ...(foot !== undefined && { foot }),
    },
    exitCode: found.breaches.length === 0 ? exitCodes.done : exitCodes.breach,
  }
}
