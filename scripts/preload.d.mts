export function staticGraph(folder: string, entry: string, seen?: Set<string>): Set<string>
export function entriesOf(html: string): string[]
