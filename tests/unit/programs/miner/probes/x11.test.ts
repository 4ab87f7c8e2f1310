import { describe, expect, test } from 'vitest'
import { readX11FullScreen, readX11Idle } from '#service/programs/miner/probes/x11.ts'
import { createRecorded } from './recorded.ts'

describe('input of an X server', () => {
  test.each([
    ['xprintidle', { xprintidle: '312345\n' }],
    ['xssstate', { 'xssstate -i': '312345\n' }],
  ])('is told by %s', async (_, outputs) => expect(await readX11Idle(createRecorded(outputs).run)).toBe(312.345))

  test('is not known without these, or without the server', async () => {
    await expect(readX11Idle(createRecorded({}).run)).rejects.toThrow()
    const { run } = createRecorded({ xprintidle: "couldn't open display\n" })
    await expect(readX11Idle(run)).rejects.toThrow('tells no idle time')
  })
})

describe('a full screen', () => {
  const root = '_NET_ACTIVE_WINDOW(WINDOW): window id # 0x3c00007\n'
  const full = '_NET_WM_STATE(ATOM) = _NET_WM_STATE_FOCUSED, _NET_WM_STATE_FULLSCREEN\n'
  const read = (outputs: Record<string, string>) => readX11FullScreen(createRecorded(outputs).run)

  test.each([
    ['a film', { 'xprop -root': root, 'xprop -id 0x3c00007': full }, true],
    [
      'a maximised window',
      { 'xprop -root': root, 'xprop -id': '_NET_WM_STATE(ATOM) = _NET_WM_STATE_MAXIMIZED_VERT\n' },
      false,
    ],
    ['a plain window', { 'xprop -root': root, 'xprop -id': '_NET_WM_STATE:  not found.\n' }, false],
    ['no window', { 'xprop -root': '_NET_ACTIVE_WINDOW(WINDOW): window id # 0x0\n' }, false],
  ])('with %s in front', async (_, outputs, isFull) => expect(await read(outputs)).toBe(isFull))

  test('is not known where the window manager names no active window', async () => {
    await expect(read({ 'xprop -root': '_NET_ACTIVE_WINDOW:  not found.\n' })).rejects.toThrow('names no active window')
  })
})
