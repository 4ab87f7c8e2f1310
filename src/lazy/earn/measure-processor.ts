/** Measures the processor of the visitor's PC in the browser, with threads as the miner uses by default. */

const SCRIPT = import.meta.env.PROD ? '/lazy/measure.js' : '/src/lazy/measure.ts'

/** Threads of the miner, and all of the processor: it leaves one free. */
export function minerThreads(): { threads: number; all: number } {
  const all = navigator.hardwareConcurrency
  return { threads: Math.max(1, all - 1), all }
}

function measureThread(ms: number): Promise<number> {
  const thread = new Worker(SCRIPT, { type: 'module' })
  const measured = new Promise<number>((resolve) => {
    thread.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
    thread.onerror = () => resolve(0)
  })
  thread.postMessage(ms)
  return measured.finally(() => thread.terminate())
}

/** MH/s of all threads together; 0 where the browser can't run the engine. */
export async function measureProcessor(threads: number, ms: number): Promise<number> {
  const rates = await Promise.all(Array.from({ length: threads }, () => measureThread(ms)))
  return rates.includes(0) ? 0 : rates.reduce((sum, rate) => sum + rate, 0) / 1e6
}
