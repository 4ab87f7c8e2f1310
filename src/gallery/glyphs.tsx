import { CoinMark } from '#ui/coin.tsx'
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

export const Glyphs = { Buttons, Statuses, Heat, Coins }
