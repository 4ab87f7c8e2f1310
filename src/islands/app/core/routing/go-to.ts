/** How to go to a screen from within an act; the router takes this in hand when it starts. */
export const navigation = { goTo: (href: string): void => location.assign(href) }
