/** The oldest version of each browser that the site is made for. */
export const oldest: Readonly<Record<'chrome' | 'edge' | 'firefox' | 'safari' | 'ios', number>>
export const targets: string[]
