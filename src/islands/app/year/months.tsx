import { byClock, clockHour, monthName, type YearMonth } from '#lib/time/year.ts'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { useLanguage } from '../core/texts/i18n.ts'
import { y } from './texts.ts'

/** Heat of each hour of the clock, beside the hottest one of its month. */
function clockCells(clock: readonly number[], most: number, { hours }: YearMonth): (number | 'x')[] {
  if (hours === 0) return clock.map(() => 'x')
  return clock.map((sum) => (sum === 0 ? 0 : Math.ceil((sum / most) * 4)))
}

/** The picture as a table, for those who do not see it and for those who count. */
export function Months({ months }: { months: readonly YearMonth[] }) {
  return (
    <section className="panel overflow-hidden" aria-labelledby="year-months">
      <h2 id="year-months" className="title text-lg px-5 lg:px-6 pt-5 pb-3">
        {y('months.title')}
      </h2>
      <table
        className="table max-sm:[&_:is(td,th)]:px-2 [&_:is(td,th)]:first:pl-5 [&_:is(td,th)]:last:pr-5 lg:[&_:is(td,th)]:first:pl-6 lg:[&_:is(td,th)]:last:pr-6"
        aria-labelledby="year-months"
      >
        <thead>
          <tr>
            <th scope="col">{y('months.month')}</th>
            <th scope="col" className="text-right">
              {y('months.hours')}
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              {y('months.days')}
            </th>
            <th scope="col" className="w-2/5">
              {y('months.clock')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <Row key={`${month.year}-${month.month}`} month={month} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ month }: { month: YearMonth }) {
  const { locale } = useLanguage()
  const clock = byClock(month.levels)
  const most = Math.max(...clock)
  const { worked, hours } = month
  return (
    <tr className={worked === 0 ? 'text-faint' : ''}>
      <th scope="row" className="font-medium whitespace-nowrap">
        <span className="sm:hidden">{monthName(locale, month, 'shortYear')}</span>
        <span className="max-sm:hidden">{monthName(locale, month, 'longYear')}</span>
      </th>
      <td className="num text-right" translate="no">
        {y('months.of', { worked, hours })}
      </td>
      <td className="num text-right max-sm:hidden" translate="no">
        {month.workedDays}
      </td>
      <td>
        <HeatStrip
          className="h-4!"
          cells={clockCells(clock, most, month)}
          label={most === 0 ? y('months.none') : y('months.most', { hour: clockHour(clock.indexOf(most)) })}
        />
      </td>
    </tr>
  )
}
