export interface Flaky {
  test: string
  error: string
  trace: string | undefined
}
export function openReports(): string
export function readReports(folder: string, names: string[]): unknown[]
export function formatSlowest(reports: unknown[]): string[]
export function findFlaky(reports: unknown[]): Flaky[]
export function formatFlaky(flaky: Flaky[]): string[]
