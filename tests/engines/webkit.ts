import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../_world/ports.ts'
import { systemEnv } from '../_world/system.ts'
import { until } from '../_world/until.ts'
import { asScript, type Driver } from './page.ts'

/** The name that WebDriver gives to a reference to an element (W3C). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** A virtual screen: the browser cannot run without one. */
async function openScreen() {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x2400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(createInterface(child.stdout), 'line')
  return { child, display: `:${number}` }
}

/** WebDriver (W3C) over HTTP. */
function createTalk(port: number) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
}

export async function openWebKit({ driver: program, browser }: { driver: string; browser: string }): Promise<Driver> {
  const home = mkdtempSync(join(tmpdir(), 'webkit-'))
  const screen = await openScreen()
  const port = await freePort([0])
  let written = ''
  const child = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...systemEnv,
      ...{ HOME: home, XDG_RUNTIME_DIR: home, DISPLAY: screen.display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
      // Its languages are the system's, and "C" gives pages none.
      ...{ LANG: 'en_US.UTF-8', LANGUAGE: 'en_US', LIBGL_ALWAYS_SOFTWARE: '1' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (written += String(chunk)))
  const ask = createTalk(port)
  await until(() => ask('GET', '/status').catch(() => undefined))
  const args = ['--automation', '--enable-write-console-messages-to-stdout=true']
  const capabilities = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: browser, args } }
  const { sessionId } = (await ask('POST', '/session', { capabilities: { alwaysMatch: capabilities } })) as {
    sessionId: string
  }
  const at = (path: string) => `/session/${sessionId}${path}`
  await ask('POST', at('/timeouts'), { script: 60_000, pageLoad: 90_000, implicit: 0 })

  const elementOf = async (selector: string) => {
    const found = await ask('POST', at('/element'), { using: 'css selector', value: selector })
    return (found as Record<string, string>)[ELEMENT] as string
  }
  const driver: Driver = {
    name: 'webkit',
    goto: async (url) => void (await ask('POST', at('/url'), { url })),
    async evaluate(work, ...args) {
      const script = `const done = arguments[0]
        ;(${asScript(work, args)}).then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }))`
      const answer = (await ask('POST', at('/execute/async'), { script, args: [] })) as {
        value?: string
        error?: string
      }
      if (answer.error) throw new Error(answer.error)
      return JSON.parse(answer.value ?? 'null')
    },
    click: async (selector) => void (await ask('POST', at(`/element/${await elementOf(selector)}/click`), {})),
    async type(text) {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await ask('POST', at('/actions'), { actions: [{ type: 'key', id: 'keys', actions: keys }] })
    },
    async resize(width, height) {
      await ask('POST', at('/window/rect'), { x: 0, y: 0, width, height })
      // The window's own edges are no part of the page.
      const inner = await driver.evaluate(() => [innerWidth, innerHeight] as const)
      const [outerWidth, outerHeight] = [2 * width - inner[0], 2 * height - inner[1]]
      await ask('POST', at('/window/rect'), { x: 0, y: 0, width: outerWidth, height: outerHeight })
    },
    errors() {
      const errors = written.split('\n').filter((line) => /CONSOLE.*\bERROR\b/.test(line))
      written = ''
      return errors
    },
    async close() {
      await ask('DELETE', at('')).catch(() => undefined)
      for (const one of [child, screen.child]) {
        const ended = once(one, 'exit')
        one.kill()
        await ended
      }
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return driver
}
