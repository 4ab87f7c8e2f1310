import { useState } from 'react'
import { CoinMark } from '#ui/coin.tsx'
import { Fit, FitInput } from '#ui/fit.tsx'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { Status } from '#ui/status.tsx'
import { t } from './texts.ts'

const day = [3, 4, 4, 3, 4, 3, 2, 1, 0, 0, 0, 0, 2, 1, 0, 0, 0, 1, 3, 'x', 'x', 'x', 'x', 'x'] as const
const symbols = ['ALEO', 'GRASS', 'NODEPAY', 'USDT', ...Array.from({ length: 14 }, (_, index) => `C${index + 5}`)]

function Buttons() {
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="btn btn-primary">
        {t('buttons.main')}
      </button>
      <button type="button" className="btn btn-neutral">
        {t('buttons.repeated')}
      </button>
      <button type="button" className="btn btn-line">
        {t('buttons.second')}
      </button>
      <button type="button" className="btn btn-ghost text-muted">
        {t('buttons.third')}
      </button>
      <button type="button" className="btn btn-ghost text-error">
        {t('buttons.destructive')}
      </button>
      <button type="button" className="btn btn-primary" disabled>
        {t('buttons.off')}
      </button>
    </div>
  )
}

function Statuses() {
  return (
    <div className="flex flex-wrap gap-2">
      <Status tone="success" mark="on">
        {t('status.paid')}
      </Status>
      <Status tone="info" mark="half">
        {t('status.unpaid')}
      </Status>
      <Status tone="error" mark="off">
        {t('status.failed')}
      </Status>
      <Status tone="warning" mark="half">
        {t('status.risk')}
      </Status>
      <Status tone="primary" mark="half">
        {t('status.half')}
      </Status>
      <Status tone="success" mark="on" plain>
        {t('status.on')}
      </Status>
      <Status tone="muted" mark="off" plain>
        {t('status.off')}
      </Status>
    </div>
  )
}

function Heat() {
  return (
    <div className="grid gap-4 text-sm text-muted">
      <HeatStrip cells={day} now={18} label={t('heat.label')} />
      <HeatStrip cells={Array.from({ length: 20 }, (_, cell) => (cell < 18 ? 4 : 0))} label={t('heat.sold')} />
      <HeatStrip cells={Array.from({ length: 20 }, () => 4)} cold label={t('heat.cold')} />
    </div>
  )
}

function Coins() {
  return (
    <ul className="flex flex-wrap gap-3 text-sm">
      {symbols.map((symbol) => (
        <li key={symbol} className="inline-flex items-center gap-1.5">
          <CoinMark symbol={symbol} />
          <CoinMark symbol={symbol} small />
          {symbol}
        </li>
      ))}
    </ul>
  )
}

/** A figure as wide as its place, figures that are wider, and a field that keeps every digit in sight. */
function Figures() {
  const [amount, setAmount] = useState('123456.123456789012345678')
  return (
    <>
      <ul className="grid grid-cols-3 gap-3 num title text-xl">
        {['1,445.90', '8,851,866.68', '23,456,789.1234'].map((figure) => (
          <li key={figure} className="@container">
            <Fit text={figure} />
          </li>
        ))}
      </ul>
      <div className="input w-full h-auto min-h-14 py-1.5 pr-1.5 flex-wrap text-xl">
        <FitInput
          className="num"
          aria-label={t('fit.amount')}
          value={amount}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
        <span className="ml-auto text-sm text-muted">NODEPAY</span>
      </div>
    </>
  )
}

export const Glyphs = { Buttons, Statuses, Heat, Coins, Figures }
