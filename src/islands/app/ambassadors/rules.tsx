import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as rules from '#lib/rules/ambassadors.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { Dialog } from '#ui/dialog.tsx'
import { $info } from './store.ts'
import { m } from './texts.ts'

const values = {
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
              {m(`ruleList.${name}`, values)}
            </li>
          ))}
        </ol>
        <div className="well">
          <table className="table">
            <caption className="text-left text-sm font-semibold px-4 pt-3">{m('shares.title')}</caption>
            <thead>
              <tr>
                <th scope="col">{m('shares.level')}</th>
                <th scope="col">{m('shares.direct')}</th>
                <th scope="col">{m('shares.second')}</th>
              </tr>
            </thead>
            <tbody>
              {shares.map(({ level, direct, second }) => (
                <tr key={level}>
                  <th scope="row">Lv.{level}</th>
                  <td className="num" translate="no">
                    {direct}%
                  </td>
                  <td className="num" translate="no">
                    {second}%
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Dialog>
    </>
  )
}
