// Rules of the copy that a program can hold: signs and spacing of one text, words of the product, and how a text and
// its translation correspond. Texts of other programs and sentences of the specification are exempt by their key.

/** Texts of other programs, and sentences that the specification words so. */
const QUOTED = new Set([
  'auth:errors.email',
  'auth:rules.special',
  'money:payment.notSet',
  'money:wallets.mismatch',
  'refusals:ADDRESS_MISMATCH',
  'refusals:BIND_CODE_WRONG',
  'refusals:PAYMENT_PASSWORD_NOT_SET',
  'refusals:STOCK_SHORT',
  'app:bind.refused',
  'service:download.says.windows.heading',
  'service:download.says.windows.text',
])

/** Labels whose translation needs no question mark or full stop. */
const OTHER_END = new Set(['feedback:category', 'feedback:content', 'market:order.number'])

/** Values that end or begin with Chinese, which takes no space beside more of it. */
const CHINESE_VALUES = new Set(['mail:name', 'money:band', 'window:day', 'gallery:kind', 'gallery:name'])

const WIDE = '，。；：！？（）“”、'
/** A sign of each language's list, and the remedy. */
const signs = {
  en: [
    [/[!—]|\p{Script=Han}/u, 'has a sign that our English does without'],
    [/[‘’]/, "writes ’ where the catalogues write '"],
    [/"/, 'needs “ and ” for a quotation'],
    [/ {2}/, 'has two spaces'],
    [/\.\.\./, 'needs … or a whole sentence'],
    [/[\d\ufffc][ \u00a0]%/, 'has a space before %'],
    [/\bplease\b/i, 'does without please'],
    [/\bemails?\b/i, 'is to write e-mail'],
    [/^[a-z][^\ufffc]*\.$/, 'begins with a small letter'],
  ],
  zh: [
    [/\p{Script=Han} *[,;:!?()]|\p{Script=Han}\.(?!\.)|[,;:!?()] *\p{Script=Han}|！/u, 'needs full-width punctuation'],
    [/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u, 'needs a space between Han and Latin'],
    [new RegExp(`[ \\u00a0][${WIDE}]|[${WIDE}][ \\u00a0]`), 'has a space beside a full-width sign'],
    [/\p{Script=Han} +\p{Script=Han}/u, 'has a space between Han'],
    [/["']/, 'needs “ and ” for a quotation'],
    [/ {2}/, 'has two spaces'],
    [/\.\.\./, 'needs …… or a whole sentence'],
  ],
}

/** Words that name a thing of the product otherwise than the rest of the catalogue. */
const strayWords = {
  en: [
    [/\binvitation code/i, 'invite code'],
    [/\b(?:does not|doesn't) tell\b/i, "doesn't report"],
    [/\b(?:goes|going|go) on\b/i, 'continues'],
    [/\bmines on\b/i, 'keeps mining'],
    [/\bhash ?power\b|\bhashrate\b/i, 'hash rate'],
    [/\b2FA\b|two-factor/i, 'two-step sign-in'],
    [/\bminimal\b/i, 'minimum'],
  ],
  zh: [
    [/你/, '您'],
    [/帐/, '账'],
    [/重设/, '重置'],
    [/账户密码|账户的?登录密码/, '登录密码'],
    [/被邀请人/, '受邀好友'],
    [/改名(?!称)/, '重命名'],
    [/记入/, '计入'],
    [/发送验证码/, '获取验证码'],
    [/预估(?:总)?产出/, '预计产出'],
    [/共享查看/, '共享监控'],
    [/延后/, '需等待'],
    [/UTC 日(?!期)/, 'UTC 自然日'],
    [/总览/, '概览'],
    [/双重验证|二次验证|两步登录/, '两步验证'],
    [/哈希率|哈希算力/, '算力'],
  ],
}

/** Nouns of the product, in both languages: a text that has the English one has the Chinese one in its translation. */
const nouns = [
  [/payment passwords?\b/i, '支付密码'],
  [/account password\b/i, '登录密码'],
  [/network fee/i, '网络手续费'],
  [/hash rates?\b/i, '算力'],
  [/recovery codes?\b/i, '恢复码'],
  [/passkeys?\b/i, '通行密钥'],
  [/two-step sign-in/i, '两步验证'],
  [/authenticator app/i, '验证器'],
  [/invite codes?\b/i, '邀请码'],
  [/transaction IDs?\b/i, '交易哈希'],
  [/host program/i, '主机程序'],
  [/\bsessions?\b/i, '会话'],
  [/\brecharges?\b/i, '充值'],
  [/\bfrozen\b/i, '冻结'],
  [/\bdashboard\b/i, '控制台'],
  [/\bannouncements?\b/i, '公告'],
  [/\bwatcher\b/i, '监控'],
  [/\bambassadors?\b/i, '大使'],
  [/\bthreads?\b/i, '线程'],
  [/\bdeposit address(?:es)?\b/i, '充值地址'],
  [/\bpayment address\b/i, '收款地址'],
  [/\bestimated output\b/i, '预计产出'],
  [/\bbug reports?\b/i, '反馈'],
  [/\bpoints\b/i, '积分'],
  [/\btasks?\b/i, '任务'],
  [/\bfarms?\b/i, '矿场'],
  [/\binvitees\b/i, '好友'],
]

const placeholder = /\{\{[^}]*\}\}/g
/** A sign that stands for any value: neither Han nor Latin nor a space. */
const withoutPlaceholders = (text) => text.replace(placeholder, '\ufffc')

/** A placeholder beside Han without a space, unless its value is Chinese: `{{time}}起`. */
function tightPlaceholder(name, text) {
  const found = [...text.matchAll(/(\p{Script=Han}?)\{\{\s*(\w+)\s*\}\}(\p{Script=Han}?)/gu)]
  return found.some(([, before, value, after]) => (before || after) && !CHINESE_VALUES.has(`${name}:${value}`))
}

/**
 * Mistakes of one text of the catalogue `name`. `fill` puts the figures of the rules into it, since a figure may end
 * with Chinese: `{{devices.codeLife}}内`.
 */
export function textMistakes({ name, key, locale, text }, fill = (any) => any) {
  const own = `${name}:${key}`
  if (QUOTED.has(own)) return []
  const filled = fill(text, locale)
  const shown = withoutPlaceholders(filled)
  return [
    ...signs[locale].filter(([sign]) => sign.test(shown)).map(([, remedy]) => remedy),
    ...strayWords[locale]
      .filter(([word]) => word.test(shown))
      .map(([word, use]) => `is to say ${use}, not ${word.exec(shown)[0]}`),
    ...(locale === 'zh' && tightPlaceholder(name, filled) ? ['needs a space between Han and {{…}}'] : []),
    ...(locale === 'en' && isUnended(own, text) ? ['has several sentences and no sign at its end'] : []),
  ]
}

/** Sentences of which the last has no end. Letters end with links and commands, and one text goes over into a link. */
const isUnended = (own, text) =>
  own !== 'market:confirm.agree' &&
  !text.includes('\n') &&
  /[a-z]\. [A-Z]/.test(text) &&
  !/[.?:]”?$|\}\}$/.test(text.trim())

const endOf = (text) => {
  const last = text.trim().replace(/[”"]$/, '').at(-1)
  return { '.': '.', '。': '.', '?': '?', '？': '?', ':': ':', '：': ':' }[last] ?? ''
}

/** Mistakes of a text beside its translation. */
export function pairMistakes({ name, key, en, zh }) {
  const own = `${name}:${key}`
  const ends = endOf(en) === endOf(zh) || OTHER_END.has(own)
  const said = withoutPlaceholders(en)
  return [
    ...(ends ? [] : ['ends with another sign in zh']),
    ...(QUOTED.has(own) ? [] : nouns.filter(([noun, word]) => noun.test(said) && !zh.includes(word))).map(
      ([noun, word]) => `has ${noun.source} in en, and no ${word} in zh`,
    ),
  ]
}
