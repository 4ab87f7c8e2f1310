export interface DecisionRecord {
  file: string
  number: string | undefined
  heading: string | undefined
  title: string | undefined
  subject: string | undefined
}

export function readRecord(file: string, text: string): DecisionRecord
export function recordProblems(file: string, text: string): string[]
export function duplicateProblems(files: readonly string[]): string[]
export function citationProblems(file: string, text: string, records: readonly string[]): string[]
export function pathProblems(file: string, text: string, exists: (path: string) => boolean): string[]
export function recordIndex(records: readonly DecisionRecord[]): string
