import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemEnv } from '../_world/system.ts'
import { asScript, type Driver } from './page.ts'

/** It connects only to the test. */
const settings = {
  'app.update.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.type': 0,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
}

interface Answer {
  id?: number
  result?: Record<string, unknown>
  error?: string
  message?: string
  method?: string
  params?: { level?: string; text?: string | null }
}

/** WebDriver BiDi (W3C), which Firefox speaks by itself: a socket, a question, an answer with its number, and events. */
function createTalk(socket: WebSocket, onEvent: (event: Answer) => void) {
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    const asking = waiting.get(answer.id ?? 0)
    if (!asking) return onEvent(answer)
    waiting.delete(answer.id ?? 0)
    if (answer.error) asking.reject(new Error(`${answer.error}: ${answer.message}`))
    else asking.resolve(answer.result ?? {})
  })
  return (method: string, params: object): Promise<Record<string, unknown>> => {
    lastId += 1
    const asking = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(lastId, asking)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return asking.promise
  }
}

/** Logs a breach of the page's policy, as the other engines do in their console. */
const logBreaches = `() => addEventListener('securitypolicyviolation', (event) =>
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`

export async function openFirefox(program: string): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    env: { ...systemEnv, HOME: profile, MOZ_HEADLESS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += String(chunk)
      const [, found] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(output) ?? []
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`firefox ended with ${code}:\n${output}`)))
  })
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  let consoleErrors: string[] = []
  const ask = createTalk(socket, ({ method, params }) => {
    if (method === 'log.entryAdded' && params?.level === 'error') consoleErrors.push(params.text ?? '')
  })
  await ask('session.new', { capabilities: {} })
  const { contexts } = (await ask('browsingContext.getTree', {})) as { contexts: [{ context: string }] }
  const [{ context }] = contexts
  await ask('session.subscribe', { events: ['log.entryAdded'] })
  await ask('script.addPreloadScript', { functionDeclaration: logBreaches })

  const act = (actions: object) => ask('input.performActions', { context, actions: [actions] })
  const driver: Driver = {
    name: 'firefox',
    goto: async (url) => void (await ask('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(work, ...args) {
      const answer = (await ask('script.evaluate', {
        expression: asScript(work, args),
        target: { context },
        awaitPromise: true,
      })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } }
      if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text)
      return JSON.parse(answer.result?.value ?? 'null')
    },
    async click(selector) {
      const at = await driver.evaluate((target) => {
        const { x, y, width, height } = document.querySelector(target)?.getBoundingClientRect() ?? new DOMRect()
        return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
      }, selector)
      const actions = [
        { type: 'pointerMove', ...at },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act({ type: 'pointer', id: 'hand', actions })
    },
    async type(text) {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act({ type: 'key', id: 'keys', actions: keys })
    },
    resize: async (width, height) =>
      void (await ask('browsingContext.setViewport', { context, viewport: { width, height } })),
    errors() {
      const reported = consoleErrors
      consoleErrors = []
      return reported
    },
    async close() {
      const ended = once(child, 'exit')
      await ask('browser.close', {}).catch(() => child.kill())
      await ended
      socket.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return driver
}
