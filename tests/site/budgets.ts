/** Size rules of the built files, in bytes after brotli 11 (the font as it is). One row a page or a file group. */
export interface Budget {
  name: string
  /** Paths of built files under dist; `*` matches one path segment or a part of it. */
  files: readonly string[]
  goal: number
  gate: number
}

/** HTML with all its CSS in one answer, so that it arrives with the first congestion window. */
export const pageBudgets: readonly Budget[] = [
  {
    name: 'public pages',
    files: [
      'index.html',
      '404.html',
      '{google-auth,auth-success}/index.html',
      'zh/index.html',
      '{terms,privacy}/index.html',
      'zh/{terms,privacy}/index.html',
      '{terms,privacy}/*/index.html',
      'zh/{terms,privacy}/*/index.html',
      'watch/index.html',
      'offline/index.html',
    ],
    goal: 12_000,
    gate: 13_200,
  },
  {
    name: 'landing pages',
    files: ['', 'zh/'].map(
      (root) =>
        `${root}{pc,cloud,download,points,community,invitation-kol,proofs,status,mobile-signup-success}/index.html`,
    ),
    goal: 12_000,
    gate: 13_200,
  },
  {
    name: 'reading pages',
    files: ['{docs,guide,faq,help,about}/**/index.html', 'zh/{docs,guide,faq,help,about}/**/index.html'],
    goal: 12_000,
    gate: 13_200,
  },
  {
    name: 'sign-in pages',
    files: ['', 'zh/'].map((root) => `${root}{login,register,password,mobile-signup,no-reminders}/index.html`),
    goal: 12_000,
    gate: 13_200,
  },
  { name: 'app pages', files: ['{user,messages}/index.html'], goal: 14_000, gate: 20_000 },
  { name: 'desktop pages', files: ['{stand-message,pc-notice-alert}/index.html'], goal: 8_000, gate: 10_000 },
]

/** Scripts that a page loads before it acts: its islands with everything they import statically. */
export const scriptBudgets: readonly Budget[] = [
  {
    name: 'sign-in pages',
    files: ['', 'zh/'].map((root) => `${root}{login,register,password,mobile-signup,no-reminders}/index.html`),
    goal: 72_000,
    gate: 80_000,
  },
  { name: 'app core', files: ['{user,messages}/index.html'], goal: 70_000, gate: 76_000 },
  { name: 'desktop pages', files: ['{stand-message,pc-notice-alert}/index.html'], goal: 72_000, gate: 80_000 },
]

/** Size of a screen beyond the core, with all modules that no core file contains. */
export const screenBudget: Budget = { name: 'screen', files: ['_astro/screen.*.js'], goal: 4_000, gate: 8_000 }

/**
 * Files that the app's page requests beside the core, so that a screen can read: React's own file shares the
 * connection.
 */
export const readsBudget: Budget = { name: 'reads of a screen', files: ['user/index.html'], goal: 13_000, gate: 16_500 }

export const workerBudget: Budget = {
  name: 'ticket worker',
  files: ['_astro/ticket-worker-*.js'],
  goal: 12_600,
  gate: 14_000,
}

export const fontBudget: Budget = { name: 'font', files: ['fonts/*.woff2'], goal: 37_500, gate: 38_000 }

/** Started by a public page after its load, when it is idle, off the main thread. */
export const activityBudget: Budget = { name: 'activity worker', files: ['a.js'], goal: 14_000, gate: 14_000 }

/** Requested by a public page after its load: each a file with everything it needs. */
export const lazyBudget: Budget = { name: 'lazy scripts', files: ['lazy/*.js'], goal: 4_000, gate: 8_000 }

/** Size of a language's search index, loaded when its field is first used. */
export const searchIndexBudget: Budget = { name: 'search index', files: ['search-*.json'], goal: 16_000, gate: 32_000 }

/** Inline script of one public page in all, uncompressed; speculation rules are data, not script. */
export const inlineScript = { goal: 600, gate: 600 }

/** Pages that load scripts; every other page loads none. Paths under dist. */
export const scriptedPages: readonly string[] = [
  ...['login', 'register', 'password', 'mobile-signup', 'no-reminders'].flatMap((page) => [
    `${page}/index.html`,
    `zh/${page}/index.html`,
  ]),
  'user/index.html',
  'messages/index.html',
  'stand-message/index.html',
  'pc-notice-alert/index.html',
]

/** Pages linked to by finished ones and still to be built. A test fails as soon as one of them exists. */
export const pagesToCome: readonly string[] = []

/** Requests and bytes of the app until its first screen is drawn: page, modules, worker, texts and the service's key. */
export const firstLoad = {
  home: { requests: 30, bytes: 170_000 },
  others: { requests: 40, bytes: 185_000 },
}
