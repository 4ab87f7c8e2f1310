import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as rules from '#lib/rules/ambassadors.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { Dialog } from '#ui/dialog.tsx'
import { $info } from './store.ts'
import { m } from './texts.ts'

/** Figures of the rules in the texts. */
export const figures = {
  hours: rules.VALID_DEVICE_SECONDS / 3600,
  friends: rules.LEVEL_1_FRIENDS,
  two: formatCount(rules.LEVEL_2_DEVICES),
  three: formatCount(rules.LEVEL_3_DEVICES),
  days: rules.PROMOTION_DAYS,
  keepNew: rules.KEEP_NEW_DEVICES,
  keepDays: rules.KEEP_DAYS,
  demotion: rules.DEMOTION_DAYS,
}
const all = ['valid', 'one', 'two', 'three', 'keep', 'demotion', 'daily'] as const
const tiers = ['direct', 'second'] as const

/** The rules in words with the figures that the service applies, and the current shares. */
export function RulesButton() {
  const [open, setOpen] = useState(false)
  const shares = useStore($info).data?.shares ?? []
  return (
    <>
      <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen(true)}>
        {m('rules')}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m('rules')} closeLabel={m('close')}>
        <ol className="rule text-sm">
          {all.map((name) => (
            <li key={name} className="py-2.5">
              {m(`ruleList.${name}`, figures)}
            </li>
          ))}
        </ol>
        <div className="well">
          <table className="table">
            <caption className="text-left text-sm font-semibold px-4 pt-3">{m('shares.title')}</caption>
            <thead>
              <tr>
                {(['level', ...tiers] as const).map((name) => (
                  <th key={name} scope="col">
                    {m(`shares.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shares.map((share) => (
                <tr key={share.level}>
                  <th scope="row">Lv.{share.level}</th>
                  {tiers.map((tier) => (
                    <td key={tier} className="num" translate="no">
                      {share[tier]}%
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Dialog>
    </>
  )
}
