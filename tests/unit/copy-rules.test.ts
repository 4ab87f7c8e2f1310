import { describe, expect, test } from 'vitest'
import { pairMistakes, textMistakes } from '../../scripts/lib/copy-rules.mjs'

const of =
  (locale: 'en' | 'zh') =>
  (text: string, own: { name?: string; key?: string } = {}) =>
    textMistakes({ name: 'app', key: 'any', locale, text, ...own })
const en = of('en')
const zh = of('zh')

describe('a text that keeps to the rules', () => {
  test.each([
    "It's paused. Resume it with “Start”.",
    'E-mail code',
    'Load {{value}}%, {{name}}',
    'of {{total}}',
    'Send {{amount}} USDT',
    'Questions: {{link}}',
  ])('%j has no mistake in English', (text) => {
    expect(en(text)).toEqual([])
  })

  test.each([
    '请在 {{seconds}} 秒后重试。',
    '已移除“{{name}}”，剩余 {{left}} 个。',
    'Windows 10 及以上，64 位',
    '即 .pub 文件中的那一行',
    'UTC 日期',
    '请更改名称',
  ])('%j has no mistake in Chinese', (text) => {
    expect(zh(text)).toEqual([])
  })
})

describe('an English text', () => {
  test.each([
    ['Saved!', ['has a sign that our English does without']],
    ['Ready — or not', ['has a sign that our English does without']],
    ['Language: 中文', ['has a sign that our English does without']],
    ['It’s paused.', ["writes ’ where the catalogues write '"]],
    ['Press "Start".', ['needs “ and ” for a quotation']],
    ['One.  Two.', ['has two spaces']],
    ['Loading...', ['needs … or a whole sentence']],
    ['{{value}} % load', ['has a space before %']],
    ['95\u00a0% load', ['has a space before %']],
    ['That failed. Please try again.', ['does without please']],
    ['Your email', ['is to write e-mail']],
    ['less is available.', ['begins with a small letter']],
    ['It failed. Try again', ['has several sentences and no sign at its end']],
    ['Your invitation code', ['is to say invite code, not invitation code']],
    ['Mining goes on', ['is to say continues, not goes on']],
    ["The PC doesn't tell.", ["is to say doesn't report, not doesn't tell"]],
  ])('%j is refused: %j', (text, mistakes) => {
    expect(en(text)).toEqual(mistakes)
  })
})

describe('a Chinese text', () => {
  test.each([
    ['请重试,谢谢', ['needs full-width punctuation']],
    ['日期 (UTC)', ['needs full-width punctuation']],
    ['请重试.', ['needs full-width punctuation']],
    ['已保存！', ['needs full-width punctuation']],
    ['使用Google登录', ['needs a space between Han and Latin']],
    ['等待24 小时', ['needs a space between Han and Latin']],
    ['已保存， 请刷新', ['has a space beside a full-width sign']],
    ['已 保存', ['has a space between Han']],
    ["请点击'开始'", ['needs “ and ” for a quotation']],
    ['正在加载...', ['needs …… or a whole sentence']],
    ['还剩{{count}} 天', ['needs a space between Han and {{…}}']],
    ['{{name}}已发布', ['needs a space between Han and {{…}}']],
    ['请联系你的管理员', ['is to say 您, not 你']],
    ['请重设密码', ['is to say 重置, not 重设']],
    ['将记入余额', ['is to say 计入, not 记入']],
    ['每个 UTC 日结算', ['is to say UTC 自然日, not UTC 日']],
  ])('%j is refused: %j', (text, mistakes) => {
    expect(zh(text)).toEqual(mistakes)
  })

  test('with a value that is Chinese needs no space beside it', () => {
    expect(zh('{{name}}已发布：{{version}} 版', { name: 'mail' })).toEqual([])
  })

  test('with a figure of the rules is read with the figure', () => {
    const fill = (text: string) => text.replace('{{devices.codeLife}}', '60 秒')
    const of = (text: string) => textMistakes({ name: 'home', key: 'any', locale: 'zh', text }, fill)
    expect(of('在 {{devices.codeLife}}内输入')).toEqual([])
    expect(of('在{{devices.codeLife}}内输入')).toEqual(['needs a space between Han and Latin'])
    expect(of('在 {{devices.codeLife}} 内输入')).toEqual(['has a space between Han'])
  })
})

describe('a sentence of the specification or of another program', () => {
  test('stays as it is', () => {
    const key = 'errors.email'
    expect(en('Please enter a valid email address', { name: 'auth', key })).toEqual([])
    expect(en('Please enter a valid email address', { name: 'app', key })).toHaveLength(2)
  })
})

describe('a text and its translation', () => {
  test.each([
    ['Saved.', '已保存。', []],
    ['Saved.', '已保存', ['ends with another sign in zh']],
    ['Paused', '已暂停。', ['ends with another sign in zh']],
    ['Unbind it?', '解绑？', []],
    ['Choose one:', '请选择', ['ends with another sign in zh']],
    ['Hash rate', '算力', []],
    ['Hash rate', '速度', ['has hash rates?\\b in en, and no 算力 in zh']],
    ['Set a payment password', '设置交易密码', ['has payment passwords?\\b in en, and no 支付密码 in zh']],
  ])('%j and %j: %j', (en, zh, mistakes) => {
    expect(pairMistakes({ name: 'app', key: 'any', en, zh })).toEqual(mistakes)
  })

  test('may end otherwise where a question is a label in Chinese', () => {
    expect(pairMistakes({ name: 'feedback', key: 'content', en: 'What happened?', zh: '问题描述' })).toEqual([])
  })
})
