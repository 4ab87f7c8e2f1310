import { describe, expect, test } from 'vitest'
import { compareVersions } from '#service/compute/versions/operator.ts'
import { drawSheet } from '#service/platform/operator/table.ts'

test('orders versions as numbers', () => {
  expect(['1.10.0', '1.9.9', '2.0.0', '1.9.10'].sort(compareVersions)).toEqual(['1.9.9', '1.9.10', '1.10.0', '2.0.0'])
  expect(compareVersions('1.2.3', '1.2.3')).toBe(0)
})

describe('a table', () => {
  const table = {
    columns: [{ title: 'Name' }, { title: 'Rate', right: true }],
    rows: [
      ['图书馆的电脑', '1'],
      ['a rather long name of a device', '200'],
    ],
    empty: 'none',
  }

  test('aligns its columns, Chinese names too', () => {
    expect(drawSheet(table, { columns: undefined, colour: false }).split('\n')).toEqual([
      'Name                            Rate',
      '图书馆的电脑                       1',
      'a rather long name of a device   200',
      '',
    ])
  })

  test('fits a narrow terminal and dims its titles', () => {
    const lines = drawSheet(table, { columns: 20, colour: true }).split('\n')
    expect(lines[0]).toBe('\u001b[2mName            Rate\u001b[22m')
    expect(lines[2]).toBe('a rather long…   200')
  })

  test('may have a footer', () => {
    expect(drawSheet({ ...table, foot: 'two in all' }, { columns: undefined, colour: false })).toMatch(
      /200\n\ntwo in all\n$/,
    )
  })

  test('says when there is nothing to show', () => {
    expect(drawSheet({ ...table, rows: [] }, { columns: 80, colour: true })).toBe('none\n')
  })
})
