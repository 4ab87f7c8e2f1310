import type { CompatData, CompatStatement } from '@mdn/browser-compat-data'

export const bcd: CompatData
/** The supported browsers whose oldest version has no such thing, each with the version that has. */
export function missingFeatures(compat: CompatStatement): string[]
