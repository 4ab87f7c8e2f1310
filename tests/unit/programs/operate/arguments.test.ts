import { describe, expect, test } from 'vitest'
import { type Act, type Command, defineAct } from '#service/platform/operator/act.ts'
import { flag, required, text, whole, word } from '#service/platform/operator/fields.ts'
import { readAct, readArguments } from '#service/programs/operate/arguments.ts'

const never = () => Promise.reject(new Error('nothing runs here'))
const act = (name: string, fields: Act['fields'] = {}): Act => defineAct({ name, fields, run: never })
const option = (label: string) => text({ label, hint: label })
const id = required(word('Lamp'), 'Which lamp?')

const lamps: Command = {
  name: 'lamps',
  summary: 'Lamps',
  acts: [
    act('lamps', { limit: whole({ min: 1, max: 9, hint: 'rows' }) }),
    act('lamps ID', { word: id, colour: option('Colour') }),
    act('lamps ID --note', { word: id, note: required(option('Note')), dim: flag({ hint: 'dim it' }) }),
    act('lamps ID --dim', { word: id }),
    act('lamps ID --off', { word: id }),
  ],
}

const farms: Command = {
  name: 'farms',
  summary: 'Farms',
  acts: [act('farms'), act('farms add', { name: required(option('Name')) }), act('farms drop NAME', { word: id })],
}

const releases: Command = {
  name: 'releases',
  summary: 'Releases',
  acts: [act('releases publish NAME', { word: id })],
}

const chosen = (command: Command, line: string) =>
  readAct(command, readArguments(command, line.split(' ').filter(Boolean)))

describe('what is typed chooses the act', () => {
  test.each([
    [lamps, '', 'lamps'],
    [lamps, '--limit 3', 'lamps'],
    [lamps, '7', 'lamps ID'],
    [lamps, '7 --colour red', 'lamps ID'],
    [lamps, '--colour red', 'lamps ID'],
    [lamps, '7 --note x --dim', 'lamps ID --note'],
    [lamps, '7 --dim', 'lamps ID --dim'],
    [farms, '', 'farms'],
    [farms, 'add --name x', 'farms add'],
    [farms, 'drop north', 'farms drop NAME'],
  ])('%# %s', (command, line, name) => {
    expect(chosen(command, line).act.name).toBe(name)
  })

  test('its word and its options are its values', () => {
    expect(chosen(lamps, '7 --note x --yes').input).toEqual({ word: '7', note: 'x' })
    expect(readArguments(lamps, ['--yes', '--operator', ' ada ']).flags).toEqual({
      ...{ yes: true, json: false, help: false },
      operator: 'ada',
    })
  })
})

test.each([
  [lamps, '7 --dim --off', 'One at a time: --dim or --off.'],
  [releases, '', 'What should happen? Give publish.'],
  [lamps, '7 --off --colour red', '--colour has no meaning for lamps ID --off.'],
  [lamps, '7 8', '"8" has no meaning after lamps.'],
  [lamps, '--flicker', "Unknown option '--flicker'"],
  [farms, 'burn', 'farms burn has no meaning: add, drop, or nothing for the list.'],
  [farms, 'add x', '"x" has no meaning after farms add.'],
  [lamps, '--operator=', '--operator takes a name of 1 to 80 characters.'],
])('%# refuses %s', (command, line, sentence) => {
  expect(() => chosen(command, line)).toThrow(sentence)
})
