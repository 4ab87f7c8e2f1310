import { useState } from 'react'
import type { paymentNetworkList } from '#lib/contract/deposits.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import { AMOUNT_FIELD_LENGTH, parseDecimal } from '#lib/money/parse-amount.ts'
import { formatMoney } from '#lib/text/decimal.ts'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { TextField } from '../core/forms/labelled-field.tsx'
import { useForm } from '../core/forms/use-form.ts'
import { ambiguous } from '../core/texts/ambiguous.ts'
import { useT } from '../core/texts/i18n.ts'
import { openRecharge } from './pay-recharge.ts'
import { $networks } from './store.ts'
import { m } from './texts.ts'

type Network = ReplyOf<typeof paymentNetworkList>['list'][number]

/** True if a text is an amount as typed: USDT has six decimals. */
export const isAmount = (text: string): boolean => /^\d{1,9}(\.\d{1,6})?$/.test(parseDecimal(text) ?? '')

/** Amount and network of a recharge. */
export function RechargePanel() {
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="recharge">
      <h2 id="recharge" className="title text-lg">
        {m('form.title')}
      </h2>
      <p className="text-sm text-muted mt-1 mb-5">{m('form.text')}</p>
      <Loaded store={$networks} skeleton={<RowsSkeleton rows={3} />} flush>
        {({ list }) =>
          list.length > 0 ? (
            <RechargeForm networks={list} />
          ) : (
            <p className="text-sm text-warning-text">{m('form.noNetwork')}</p>
          )
        }
      </Loaded>
    </section>
  )
}

function RechargeForm({ networks }: { networks: readonly Network[] }) {
  const t = useT()
  const [amount, setAmount] = useState('')
  const [chosen, setChosen] = useState<Network['network']>()
  const network = networks.find((one) => one.network === chosen) ?? networks[0]
  const form = useForm<'amount'>({
    check: () => (isAmount(amount) ? undefined : { field: 'amount', text: ambiguous(t, amount) ?? m('form.wrong') }),
    send: async () => {
      if (network) await openRecharge({ amount, network: network.network })
      return undefined
    },
    refusals: { rest: 'amount' },
  })
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-5" noValidate>
      <TextField
        label={m('form.amount')}
        value={amount}
        onChange={form.typed('amount', setAmount)}
        error={form.errorOf('amount')}
        maxLength={AMOUNT_FIELD_LENGTH}
      />
      <fieldset className="grid gap-2">
        <legend className="text-sm font-medium mb-1.5">{m('form.network')}</legend>
        {networks.map((one) => (
          <label
            key={one.network}
            className={`flex items-center gap-3 border rounded-field px-3 py-2.5 ${one === network ? 'border-primary ring-1 ring-primary bg-primary/5' : 'border-line'}`}
          >
            <input
              type="radio"
              name="network"
              className="accent-primary size-4"
              checked={one === network}
              onChange={() => setChosen(one.network)}
            />
            <span className="flex-1 min-w-0">
              <span className="block text-sm font-medium">{one.isTest ? m('form.test') : one.networkName}</span>
              <span className="block text-xs text-muted num whitespace-normal!">
                {m('form.hint', { minutes: one.minutes, fee: formatMoney(one.feeHint) })}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <SteadyButton type="submit" className="btn-primary btn-block h-12" off={form.busy} aria-busy={form.busy}>
        {m('form.act')}
      </SteadyButton>
    </form>
  )
}
