import { globSync, readFileSync } from 'node:fs'
import { icons as lucide } from '@iconify-json/lucide'
import { expect, test } from 'vitest'
import * as icons from '#lib/illustration/icons.ts'

const sources = globSync('src/**/*.{astro,ts,tsx}').map((file) => readFileSync(file, 'utf8'))
const nameAtLucide = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A shape of Lucide as path data with an absolute start, independent of earlier drawing. */
function pathOf(shape: string, attributes: string): string {
  const text = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
  const number = (name: string) => Number(text(name))
  if (shape === 'path') return text('d').replace(/^m/, 'M')
  if (shape === 'circle') {
    const r = number('r')
    return `M${number('cx') - r} ${number('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 -${2 * r} 0z`
  }
  if (shape !== 'rect') throw new Error(`no path is known for <${shape}>`)
  const r = number('rx')
  const across = number('width') - 2 * r
  const down = number('height') - 2 * r
  const turn = `a${r} ${r} 0 0 1`
  const right = `M${number('x') + r} ${number('y')}h${across}${turn} ${r} ${r}v${down}${turn} -${r} ${r}`
  return `${right}h-${across}${turn} -${r} -${r}v-${down}${turn} ${r} -${r}z`
}

test.each(Object.entries(icons))('%s is drawn as Lucide draws it', (name, path) => {
  const body = lucide.icons[nameAtLucide(name)]?.body ?? ''
  const shapes = [...body.matchAll(/<(?!g\b)(\w+)([^>]*)>/g)]
  const paths = shapes.map(([, shape = '', attributes = '']) => pathOf(shape, attributes))
  expect(path).toBe(paths.join('').replaceAll(' -', '-'))
})

test.each(Object.keys(icons))('%s is drawn by some part', (name) => {
  const use = new RegExp(`\\bicons\\.${name}\\b|icon: '${name}'`)
  expect(sources.some((source) => use.test(source))).toBe(true)
})
