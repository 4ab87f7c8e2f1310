import { describe, expect, test } from 'vitest'
import { type Change, dateProblem, isMoreThanSpelling, lastChange, latestDay } from '#lib/text/content/dates.ts'

describe('a date', () => {
  const none = (value: string) => ({
    problem: `“updated” is “${value}”, which is no date.`,
    remedy: 'Write year, month and day, for example updated: 2026-11-28',
  })

  test.each([
    ['2026-11-27', undefined],
    ['2026-11-28', undefined],
    [
      '2026-11-29',
      { problem: '“updated” is 2026-11-29, which is still to come.', remedy: 'Write 2026-11-28 or an earlier day.' },
    ],
    ...['26 November', '2026-11-31', '2026-11-2', '2026/11/27', '2026-11-27T10:00:00Z', ''].map(
      (value) => [value, none(value)] as const,
    ),
  ] as const)('of %j has the problem %j', (value, problem) => {
    expect(dateProblem('updated', value, '2026-11-28')).toEqual(problem)
  })

  test.each([
    ['2026-11-27T09:59:59Z', '2026-11-27'],
    ['2026-11-27T10:00:00Z', '2026-11-28'],
  ])('at %s may be %s, the day in the time zone in which a day begins first', (moment, day) => {
    expect(latestDay(Date.parse(moment))).toBe(day)
  })
})

const page = (body: string, title = 'Wallets') => `---\ntitle: ${title}\nupdated: 2026-11-22\n---\n\n${body}\n`

describe('a change', () => {
  test.each([
    ['of nothing', page('A wallet has one address.'), page('A wallet has one address.'), false],
    ['of one word', page('A wallet has one adress.'), page('A wallet has one address.'), false],
    ['of five words', page('Keep it safe, dry, cold and dark.'), page('Hold them warm, wet, cold or dark.'), false],
    ['of six words', page('Keep it safe, dry, cold and dark.'), page('Hold them warm, wet, hot or dark.'), true],
    ['that adds a sentence', page('Keep it.'), page('Keep it. Nobody at Idleforge ever asks for a key.'), true],
    ['that takes a sentence away', page('Keep it. Nobody at Idleforge ever asks for a key.'), page('Keep it.'), true],
    ['of the order of paragraphs', page('One is here.\n\nTwo is there.'), page('Two is there.\n\nOne is here.'), false],
    ['of marks and capitals', page('The *wallet*, kept.'), page('the **Wallet** kept'), false],
    ['of the address of a link', page('See [keys](/docs/keys/).'), page('See [keys](/docs/secrets/#all).'), false],
    ['of the words of a link', page('See [keys](/docs/keys/).'), page('See [all secrets](/docs/keys/).'), false],
    ['of a number', page('It takes 24 hours.'), page('It takes 48 hours.'), true],
    ['of a figure of the rules', page('{{devices.codeLife}}'), page('{{devices.report}}'), true],
    ['of digits that belong to a name', page('{{=Windows 10}}'), page('{{=Windows 11}}'), true],
    ['that marks digits as a name', page('Windows 10'), page('{{=Windows 10}}'), false],
    ['of the date alone', page('Keep it.'), page('Keep it.').replace('22', '27'), false],
    ['of a word of the title', page('Keep it.'), page('Keep it.', 'Wallet'), false],
    ['of the whole title', page('Keep it.'), page('Keep it.', 'Where the keys of all your coins are'), true],
    ['of seven Chinese characters', page('请保存好您的密钥和地址'), page('请保存好我们给出的那些地址'), false],
    ['of a Chinese sentence', page('请保存。'), page('请保存。任何人都不会向您索要密钥。'), true],
  ])('%s is more than spelling: %s', (_, before, after, expected) => {
    expect(isMoreThanSpelling(before, after)).toBe(expected)
  })
})

describe('the last change that is more than spelling', () => {
  const change = (day: string, before: string | undefined, after: string): Change => ({
    day,
    before: before === undefined ? undefined : page(before),
    after: page(after),
  })
  const long = 'A sentence that says much more than the one before did.'
  test.each([
    [
      'is the first version where only spelling changed',
      [change('2026-11-26', 'Adress', 'Address'), change('2026-11-22', undefined, 'Adress')],
      '2026-11-22',
    ],
    [
      'is that of the newest day',
      [
        change('2026-11-24', 'Short.', long),
        change('2026-11-26', long, 'Short.'),
        change('2026-11-21', undefined, 'Short.'),
      ],
      '2026-11-26',
    ],
    ['is unknown without any', [], undefined],
  ])('%s', (_, changes, day) => {
    expect(lastChange(changes)).toBe(day)
  })
})
