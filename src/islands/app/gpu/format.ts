import { m } from './texts.ts'

/** A size in MiB as people say it. */
export const gib = (mib: number): string => `${Math.round(mib / 102.4) / 10} GiB`
export const percent = (hundredths: number | null): string =>
  hundredths === null ? m('offer.tooNew') : `${(hundredths / 100).toFixed(1)} %`
