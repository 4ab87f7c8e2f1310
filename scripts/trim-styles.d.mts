export function withoutFallbacks(css: string): string
export function withoutForeign(css: string): string
export function withoutIdle(css: string): string
