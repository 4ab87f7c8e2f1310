interface Found {
  test: string
  error: string
  trace: string | undefined
}
interface Counts {
  passed: number
  failed: number
}
export function readReport(file: string): unknown
export function failedFiles(report: unknown): { file: string; failed: number; error: string }[]
export function countsOf(report: unknown, printed: Counts): Counts
export function formatSlowest(reports: unknown[]): string[]
export function findFlaky(report: unknown): Found[]
export function failedJourneys(report: unknown): Found[]
export function formatFlaky(flaky: Found[]): string[]
