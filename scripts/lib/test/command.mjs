// A command of a part: its output as it comes, which tests run, and its end at the latest at a limit.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { node24, root } from '../setup.mjs'
import { takeProcessorSeconds } from './machine.mjs'
import { describeProcesses, endProcesses, findProcesses, MARK } from './processes.mjs'

/** Time for what a command has started to end with it. */
const GRACE_MS = 3_000

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g')

/** Counts of the test runners, by their last lines; a command without such a line counts as one check. */
export function countsIn(output, failed) {
  const plain = output.replace(colours, '')
  const vitestLine = /^\s*Tests\s+(.*)$/m.exec(plain)?.[1]
  const number = (pattern, text) => Number(pattern.exec(text)?.[1] ?? 0)
  const text =
    vitestLine ??
    plain
      .split('\n')
      .filter((line) => /^\s*\d+ (passed|failed|flaky)\b/.test(line))
      .join('\n')
  const passed = number(/(\d+) passed/, text) + number(/(\d+) flaky/, text)
  const counts = { passed, failed: number(/(\d+) failed/, text) }
  if (counts.passed + counts.failed === 0) return failed ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }
  return failed && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/**
 * Starts a command with a process group and a mark of its own. `ended` resolves with its exit code when nothing of it runs any
 * more; `end` ends it before. `tested` is called after each test.
 */
export function startCommand(args, { env, mark, write, tested }) {
  const child = spawn(node24, args, {
    cwd: root,
    env: { ...env, [MARK]: mark },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
  })
  const command = { output: '', running: new Map(), passed: 0, errors: [], mark, end: () => endProcesses(mark, child) }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      command.output += chunk
      write(chunk)
    })
  child.on('message', ({ began, ended, state, error }) => {
    if (began) command.running.set(began, performance.now())
    if (ended) command.running.delete(ended)
    if (state === 'passed') command.passed += 1
    if (state === 'failed') command.errors.push(`${ended}\n  ${error ?? 'no error was reported'}`)
    if (state) tested(command)
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  command.ended = new Promise((resolve) => {
    child.once('error', ({ message }) => {
      write(`${message}\n`)
      resolve(1)
    })
    child.once('exit', (code) => {
      command.processorSeconds = takeProcessorSeconds()
      resolve(code)
    })
  }).then(async (code) => {
    await endLeft(command, write)
    await Promise.race([closed, sleep(GRACE_MS)])
    return code
  })
  return command
}

/** Ends what a command has left running, and names it. */
async function endLeft({ mark, end }, write) {
  const until = performance.now() + GRACE_MS
  while (findProcesses(mark).length > 0 && performance.now() < until) await sleep(100)
  const left = describeProcesses(findProcesses(mark))
  if (left.length > 0) write(`left running, and ended now:\n${left.join('\n')}\n`)
  await end()
}
