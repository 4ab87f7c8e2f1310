/** Recomputes the calculator on every input. Nothing is sent or stored. */
import { showPlans } from '#lib/api/public-plans.ts'
import { interpolate } from '#lib/i18n/t.ts'
import { hoursCells, paybackCells } from '#lib/illustration/strips.ts'
import { parseDecimal } from '#lib/money/parse-amount.ts'
import {
  bounds,
  estimateCloud,
  estimatePc,
  type Input,
  type InputError,
  inputError,
  type Rate,
  type Scenario,
  scenarios,
} from '#lib/rules/calculator.ts'
import { formatAmount, formatMoney, groupThousands } from '#lib/text/decimal.ts'
import { formatSigned } from '#lib/text/signed-amount.ts'
import { measureProcessor, minerThreads } from './earn/measure-processor.ts'

type Texts<Key extends string> = Readonly<Record<Key, string>>

function show(within: ParentNode, name: string, text: string): void {
  const place = within.querySelector(`[data-out="${name}"]`)
  // Unchanged texts are not written again, so that screen readers do not repeat them.
  if (place && place.textContent !== text) place.textContent = text
}

function paint(strip: Element | null, cells: readonly number[]): void {
  cells.forEach((level, index) => {
    const cell = strip?.children[index] as HTMLElement | undefined
    if (level === 0) cell?.removeAttribute('data-h')
    else cell?.setAttribute('data-h', String(level))
  })
}

/** A rate with three digits, as the field takes it. */
const rateText = (rate: number): string => String(Number(rate.toPrecision(3)))

/** Offers to measure the processor; not on phones, which don't mine. */
function offerMeasurement(place: HTMLElement, unit: string, take: (rate: string) => void): void {
  const [button, status] = [place.querySelector('button'), place.querySelector('p')]
  if (!button || !status || !matchMedia('(pointer: fine)').matches) return
  const texts = JSON.parse(place.dataset.measure ?? '{}') as Texts<'running' | 'done' | 'failed'> & { seconds: number }
  place.hidden = false
  button.addEventListener('click', async () => {
    if (button.ariaBusy) return
    button.ariaBusy = 'true'
    const threads = minerThreads()
    const end = Date.now() + texts.seconds * 1000
    const say = () => {
      const seconds = Math.max(1, Math.ceil((end - Date.now()) / 1000))
      status.textContent = interpolate(texts.running, { ...threads, seconds })
    }
    say()
    const countdown = setInterval(say, 500)
    const rate = rateText(await measureProcessor(threads.threads, texts.seconds * 1000))
    clearInterval(countdown)
    button.ariaBusy = null
    if (rate !== '0') take(rate)
    status.textContent = rate === '0' ? texts.failed : interpolate(texts.done, { ...threads, rate, unit })
  })
}

function start(form: HTMLFormElement): void {
  const kind = form.dataset.calculator
  const rates = JSON.parse(form.dataset.rates ?? '{}') as Readonly<Record<string, Rate>>
  const errorTexts = JSON.parse(form.dataset.faults ?? '{}') as Texts<InputError>
  const inputs = [...form.querySelectorAll('input')]
  const coin = form.querySelector<HTMLSelectElement>('#coin')
  const hardware = form.querySelector<HTMLSelectElement>('#hardware')

  function errorText(input: HTMLInputElement): string {
    const name = input.name as Input
    const error = inputError(name, input.value)
    const { places, min, max } = bounds[name]
    return error ? interpolate(errorTexts[error], { places, min: groupThousands(min), max: groupThousands(max) }) : ''
  }

  /** Says beside each field what is wrong with it; true when nothing is. */
  function check(): boolean {
    const texts = inputs.map((input) => {
      const text = errorText(input)
      input.setAttribute('aria-invalid', String(text !== ''))
      const place = document.getElementById(`${input.name}-fault`)
      if (place && place.textContent !== text) place.textContent = text
      return text
    })
    return texts.every((text) => text === '')
  }

  const entered = (name: Input): string => parseDecimal(inputs.find((input) => input.name === name)?.value ?? '') ?? ''

  function reckonPc(rate: Rate): void {
    const hours = entered('hours')
    const [watts, electricity] = [entered('watts'), entered('electricity')]
    const inputs = { hashRate: entered('hashRate'), hours, watts, electricity, rate }
    for (const days of [1, 30]) {
      const { output, value, cost, net } = estimatePc(inputs, days)
      show(form, `output-${days}`, formatAmount(output))
      show(form, `value-${days}`, formatAmount(value))
      show(form, `cost-${days}`, formatAmount(cost))
      show(form, `net-${days}`, formatSigned(net))
    }
    const frame = form.querySelector<HTMLElement>('[data-hours]')
    const strip = frame?.firstElementChild ?? null
    strip?.setAttribute('aria-label', interpolate(frame?.dataset.hours ?? '', { hours }))
    paint(strip, hoursCells(Number(hours)))
  }

  function reckonCloud(rate: Rate): void {
    const days = entered('days')
    const estimate = estimateCloud({ hashRate: entered('hashRate'), price: entered('price'), days, rate })
    show(form, 'output', formatAmount(estimate.output))
    show(form, 'value', formatMoney(estimate.value))
    const list = form.querySelector<HTMLElement>('[data-on-day]')
    for (const scenario of Object.keys(scenarios) as Scenario[]) {
      const row = list?.querySelector(`[data-scenario=${scenario}]`)
      if (!row) continue
      const { breakEvenDay, value, net } = estimate.scenarios[scenario]
      const { onDay = '', never = '' } = list?.dataset ?? {}
      show(row, 'day', breakEvenDay === undefined ? never : interpolate(onDay, { day: breakEvenDay }))
      show(row, 'worth', formatMoney(value))
      show(row, 'net', formatSigned(net))
      paint(row.querySelector('.heat'), paybackCells(Number(days), breakEvenDay))
    }
  }

  function reckon(): void {
    const chosen = coin?.value ?? ''
    const rate = rates[chosen]
    if (!check() || !rate) return
    if (kind === 'pc') reckonPc(rate)
    else reckonCloud(rate)
    for (const place of form.querySelectorAll('[data-unit-of=output]')) place.textContent = chosen
    const formula = form.querySelector<HTMLElement>('[data-formula]')
    const values = { rate: rate.perUnitDay, price: rate.price, coin: chosen, unit: form.dataset.unit ?? '' }
    if (formula) formula.textContent = interpolate(formula.dataset.formula ?? '', values)
  }

  const measuring = form.querySelector<HTMLElement>('[data-measure]')
  if (measuring)
    offerMeasurement(measuring, form.dataset.unit ?? '', (rate) => {
      for (const input of inputs) if (input.name === 'hashRate') input.value = rate
      if (hardware) hardware.value = ''
      reckon()
    })
  form.addEventListener('input', ({ target }) => {
    if (target === hardware && hardware?.value) {
      const [hashRate = '', watts = ''] = hardware.value.split(' ')
      for (const input of inputs) {
        if (input.name === 'hashRate') input.value = hashRate
        if (input.name === 'watts') input.value = watts
      }
    } else if (hardware && target instanceof HTMLInputElement && /^(hashRate|watts)$/.test(target.name)) {
      hardware.value = ''
    }
    reckon()
  })
  form.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  })
  // A browser may have kept what was entered before the script came.
  reckon()
}

const form = document.querySelector<HTMLFormElement>('[data-calculator]')
if (form) start(form)

// Without the service the page stays unchanged.
const plans = document.querySelector<HTMLElement>('[data-plans]')
if (plans) showPlans(plans).catch(() => undefined)
