import { type PointSource, pointSources } from '#lib/rules/points.ts'

/** Amounts by source in the form of the contract, as decimal strings. */
export function sourcesOf(amounts: ReadonlyMap<PointSource, bigint>) {
  const [mining = '0', task = '0', referral = '0', share = '0'] = pointSources.map((source) =>
    (amounts.get(source) ?? 0n).toString(),
  )
  return { mining, task, referral, 'referral-share': share }
}
