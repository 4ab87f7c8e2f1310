/** Links of header and footer: keys of the `site` catalogue, and paths without their language. */
export const mainNav = [
  { key: 'pc', path: '/pc' },
  { key: 'cloud', path: '/cloud' },
  { key: 'download', path: '/download' },
  { key: 'points', path: '/points' },
  { key: 'docs', path: '/docs' },
  { key: 'help', path: '/help' },
] as const

export const footerNav = [
  { key: 'product', links: ['pc', 'cloud', 'download', 'points'] },
  { key: 'more', links: ['ambassadors', 'community', 'status', 'proofs'] },
  { key: 'learn', links: ['guide', 'docs', 'faq', 'help', 'about'] },
  { key: 'account', links: ['register', 'login'] },
] as const

export const footerPaths = {
  pc: '/pc',
  cloud: '/cloud',
  download: '/download',
  points: '/points',
  ambassadors: '/invitation-kol',
  community: '/community',
  status: '/status',
  proofs: '/proofs',
  guide: '/guide',
  docs: '/docs',
  faq: '/faq',
  help: '/help',
  about: '/about',
  register: '/register',
  login: '/login',
} as const
