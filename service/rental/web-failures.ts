import type { IncomingMessage, ServerResponse } from 'node:http'
import en from '../../public/locales/en/gpu.json' with { type: 'json' }
import zh from '../../public/locales/zh/gpu.json' with { type: 'json' }

const statuses = { unknown: 404, silent: 502, offline: 503, busy: 503 } as const

/** Answers a request that reached no program, with a sentence in the reader's language. */
export function sendFailure(message: IncomingMessage, response: ServerResponse, reason: keyof typeof statuses): void {
  const isChinese = /^zh\b/i.test(message.headers['accept-language'] ?? '')
  const { unreached: texts } = isChinese ? zh : en
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-language': isChinese ? 'zh-CN' : 'en',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  }
  response.writeHead(statuses[reason], headers).end(`${texts[reason]}\n`)
}
