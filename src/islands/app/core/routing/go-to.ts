/** Navigates to a screen from an action; the router sets it when it starts. */
export const navigation = { goTo: (href: string): void => location.assign(href) }
