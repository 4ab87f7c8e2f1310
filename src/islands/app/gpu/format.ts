import type { MissingGpus, Offer } from '#lib/contract/gpu.ts'
import type { HostTrouble } from '#lib/contract/host.ts'
import { formatAmount, formatCount, formatMoney, groupThousands } from '#lib/text/decimal.ts'
import { m } from './texts.ts'

/** A size in MiB as people say it. */
export const gib = (mib: number): string => `${groupThousands(String(Math.round(mib / 102.4) / 10))} GiB`
export const network = (mbps: number): string => `${formatCount(mbps)} Mbit/s`
export const hoursText = (hours: number): string => m('offer.hours', { hours: formatCount(hours) })
export const percent = (value: number): string => `${value.toFixed(1)}%`
/** The place of a machine as its owner wrote it; the names of large cities are translated. */
export const regionText = (region: string): string => {
  const known = `regions.${region}` as 'regions.Frankfurt'
  const text = m(known)
  return text === known ? region : text
}
/** Measured over days: a new machine has too little data. */
export const measured = (hundredths: number | null): string =>
  hundredths === null ? m('offer.tooNew') : percent(hundredths / 100)

/** Money with 2 decimals, and with 4 where something is below a cent: an hour's share of 0.035 USDT is no 0.03. */
export const usdt = (amount: string): string =>
  /\.\d\d0*[1-9]/.test(amount) ? formatAmount(amount) : formatMoney(amount)

const gpus = ({ count, model, memoryMib }: MissingGpus['listed']): string =>
  `${formatCount(count)} × ${model} (${gib(memoryMib)})`

/** Explains to the owner why a machine is not offered. */
export const missingGpusText = ({ listed, reported }: MissingGpus): string =>
  m('machines.lacking', {
    listed: gpus(listed),
    reported: reported.map(gpus).join(' + ') || m('machines.noGpus'),
  })

/** Explains to the owner why a host can take no rental. */
export const troubleText = ({ kind, reason }: HostTrouble): string => m(`troubles.${kind}`, { reason })

interface OwnState {
  state: Offer['state']
  isExposed: boolean
}

/** A machine that is free and offered to nobody but its owner. */
export const isForOwner = ({ state, isExposed }: OwnState): boolean => isExposed && state === 'free'
/** The state of a machine in its owner's words. */
export const ownStateText = (machine: OwnState): string =>
  m(isForOwner(machine) ? 'machines.exposed' : `states.${machine.state}`)
