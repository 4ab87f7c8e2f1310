export function oversized(html: string, bytesOf: (file: string) => number): string[]
export function withoutMarks(html: string): string
