import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Results of a client's requests: the first line of each reply, or the error code. */
export type Ends = readonly string[]

/**
 * Sockets of another thread. Both methods block this thread until the kernel has everything, while its event loop has read
 * nothing: connections wait in the backlog, requests in the buffers of their connections.
 */
export interface BlockingClient {
  connect(count: number, request: string): void
  /** Sends again on the open connections. */
  again(request: string): void
  /** Resolves with the results when every connection has ended. */
  ends(): Promise<Ends>
  /** Resolves when that many replies have arrived. */
  answered(count: number): Promise<void>
  stop(): Promise<unknown>
}

const CLIENT = `
const { connect } = require('node:net')
const { parentPort, workerData: { port, done } } = require('node:worker_threads')
const flag = new Int32Array(done)
const sockets = []
let answers = 0
let awaited
const ready = () => { Atomics.store(flag, 0, 1); Atomics.notify(flag, 0) }
const look = () => {
  if (awaited === undefined || answers < awaited) return
  awaited = undefined
  parentPort.postMessage({ answered: answers })
}
const send = async (request, to) => {
  await Promise.all(to.map((one) => new Promise((resolve) => one.socket.write(request, resolve))))
  ready()
}
parentPort.on('message', async ({ count, request, await: wanted, ends }) => {
  if (wanted !== undefined) { awaited = wanted; return look() }
  if (ends) {
    await Promise.all(sockets.map(({ closed }) => closed))
    return parentPort.postMessage({ ends: sockets.map(({ told }) => told()) })
  }
  const before = count === undefined ? 0 : sockets.length
  for (let index = 0; index < (count ?? 0); index += 1) {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let code
    socket.on('data', (chunk) => { text += chunk; answers += String(chunk).split('HTTP/1.1 ').length - 1; look() })
    socket.on('error', (error) => { code = error.code })
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const told = () => code ?? (text.split('HTTP/1.1 ').slice(1).map((answer) => answer.slice(0, 3)).join(' ') || 'nothing')
    sockets.push({ socket, closed, told })
    await new Promise((resolve) => socket.on('connect', resolve).on('error', resolve))
  }
  await send(request, sockets.slice(before))
})
parentPort.postMessage({ up: true })`

export async function openBlockingClient(address: string): Promise<BlockingClient> {
  const done = new SharedArrayBuffer(4)
  const flag = new Int32Array(done)
  const worker = new Worker(CLIENT, { eval: true, workerData: { port: Number(new URL(address).port), done } })
  await once(worker, 'message')
  const block = (message: object) => {
    Atomics.store(flag, 0, 0)
    worker.postMessage(message)
    Atomics.wait(flag, 0, 0)
  }
  return {
    connect: (count, request) => block({ count, request }),
    again: (request) => block({ request }),
    async answered(count) {
      const message = once(worker, 'message')
      worker.postMessage({ await: count })
      await message
    },
    async ends() {
      worker.postMessage({ ends: true })
      const [message] = (await once(worker, 'message')) as [{ ends: Ends }]
      return message.ends
    },
    stop: () => worker.terminate(),
  }
}
