export declare const pgbouncer: string
export declare function ensurePgBouncer(): void
