import type { ChildProcess } from 'node:child_process'

export const MARK: string
export function findProcesses(mark: string): number[]
export function describeProcesses(ids: readonly number[]): string[]
export function endProcesses(mark: string, child?: ChildProcess, termMs?: number): Promise<void>
