// Runs the parts of `npm test`: their commands, what they print, the second try of failed files, and their limits.
import path from 'node:path'
import { findChromium } from '../chromium.mjs'
import { ensureOpenSsh } from '../openssh.mjs'
import { ensurePgBouncer } from '../pgbouncer.mjs'
import { projectEnv } from '../setup.mjs'
import { countsIn, startCommand } from './command.mjs'
import { describeMachine } from './machine.mjs'
import { parts as allParts, vitest } from './parts.mjs'
import { describeProcesses, findProcesses } from './processes.mjs'
import { countsOf, failedFiles, failedJourneys, findFlaky, readReport } from './reports.mjs'

/** More failed files than this are not run again: that is no bad luck. */
const MAX_RERUN_FILES = 4
/** A part of which so many tests have failed, and none has passed, is ended at once. */
const MAX_FIRST_FAILURES = 5
const TAIL_LINES = 60

const ages = ({ running }) =>
  [...running].map(([test, since]) => `${Math.round((performance.now() - since) / 1000)} s  ${test}`)

/** Writes whole lines, behind the name of the part where several run. */
function createWriter(name, isAlone) {
  if (isAlone) return { write: (chunk) => process.stdout.write(chunk), flush: () => undefined }
  let rest = ''
  const write = (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) console.log(`${name} | ${line}`)
  }
  return { write, flush: () => rest && write('\n') }
}

/** Programs that some parts need beside their command. */
const preparations = {
  service() {
    ensureOpenSsh()
    ensurePgBouncer()
  },
  e2e: (env, report) => Object.assign(env, { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
}

/** A runner of parts in the folder of a run; limits are multiplied by `slowness`. Its lists are for the end of the run. */
export function createRunner({ folder, slowness, parts = allParts }) {
  const env = projectEnv({ CI: process.env.CI ?? '', NODE_ENV: 'test', NO_COLOR: '1' })
  const lists = { total: { passed: 0, failed: 0 }, found: [], flaky: [], failures: [], skipped: [], times: [] }
  const running = new Set()
  const failedParts = new Set()
  let commands = 0
  let isEnded = false

  const reportOf = (name) => path.join(folder, 'reports', `${name}.json`)
  const fail = (reason) => {
    lists.failures.push(`  ${reason}`)
    console.log(`\n${reason}`)
  }

  async function execute(part, args) {
    commands += 1
    const command = startCommand(args, {
      env: { ...env, TMPDIR: path.join(folder, parts[part.name].onDisk ? 'disk' : 'memory') },
      mark: `${folder}/${part.name}/${commands}`,
      write: part.write,
      tested: ({ passed, errors }) => {
        if (passed === 0 && errors.length >= MAX_FIRST_FAILURES && !part.isEnded)
          endPart(part, `its first ${errors.length} tests have failed:\n${errors.join('\n')}`)
      },
    })
    running.add(Object.assign(command, { part }))
    const code = await command.ended
    running.delete(command)
    part.processorSeconds += command.processorSeconds ?? 0
    return countsIn(command.output, code !== 0)
  }

  /** Runs a project, and its failed files once more by themselves: what passes then was late, or met another test. */
  async function runVitest(part) {
    const report = reportOf(part.name)
    const printed = await execute(part, vitest(part.name, report))
    const first = readReport(report)
    if (!first) return printed
    lists.found.push(first)
    const counts = countsOf(first, printed)
    const files = failedFiles(first)
    if (isEnded || part.isEnded || files.length === 0 || files.length > MAX_RERUN_FILES) {
      for (const { file, error } of files) lists.failures.push(`  ${file}\n    ${error}`)
      return counts
    }
    part.write('\nThe failed files are run once more by themselves.\n')
    await execute(part, vitest(part.name, reportOf(`${part.name}-again`), ...files.map(({ file }) => file)))
    const again = readReport(reportOf(`${part.name}-again`))
    const left = new Set(failedFiles(again ?? first).map(({ file }) => file))
    for (const { file, error, failed } of files) {
      if (left.has(file)) lists.failures.push(`  ${file}\n    ${error}`)
      else {
        lists.flaky.push({ test: file, error })
        counts.failed -= failed
        counts.passed += failed
      }
    }
    return counts
  }

  /** Runs the steps of a part one after the other. */
  async function runSteps(part) {
    const counts = { passed: 0, failed: 0 }
    for (const step of parts[part.name].steps) {
      if (isEnded || part.isEnded) break
      for (const { passed, failed } of await Promise.all(step.map((args) => execute(part, args)))) {
        counts.passed += passed
        counts.failed += failed
      }
    }
    const report = part.name === 'e2e' && readReport(reportOf(part.name))
    if (report) {
      lists.found.push(report)
      lists.flaky.push(...findFlaky(report))
      lists.failures.push(...failedJourneys(report).map(({ test, error }) => `  ${test}\n    ${error}`))
    } else if (counts.failed > 0) lists.failures.push(`  ${part.name}`)
    return counts
  }

  /** Prints what a part does, and ends it. */
  async function endPart(part, why) {
    part.isEnded = true
    fail(`${part.name} was ended: ${why}`)
    console.log(describeMachine(folder))
    const ofPart = [...running].filter((command) => command.part === part)
    for (const command of ofPart) {
      console.log(`Running since:\n${ages(command).join('\n') || 'no test is known'}`)
      console.log(`Processes:\n${describeProcesses(findProcesses(command.mark)).join('\n')}`)
      console.log(`Last lines:\n${command.output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n')}\n`)
    }
    await Promise.all(ofPart.map(({ end }) => end()))
  }

  return {
    ...lists,
    /** A line for each command that runs. */
    states: () =>
      [...running].map((command) => {
        const [longest] = ages(command)
        return `${command.part.name}: ${command.passed + command.errors.length} done${longest ? `, longest ${longest}` : ''}`
      }),
    async run(name, isAlone) {
      if (isEnded) return
      const { minutes, needs, blocker, steps } = parts[name]
      const { write, flush } = createWriter(name, isAlone)
      write(`== ${name}\n`)
      let reason
      try {
        if (failedParts.has(needs)) throw new Error(`${needs} has failed`)
        reason = blocker?.()
        if (!reason) preparations[name]?.(env, reportOf(name))
      } catch (error) {
        lists.total.failed += 1
        failedParts.add(name)
        return fail(`${name} was not run: ${error.message}`)
      }
      if (reason) {
        lists.skipped.push(`  ${name}: ${reason}`)
        return write(`${name} is left out: ${reason}\n`)
      }
      const part = { name, write, isEnded: false, processorSeconds: 0 }
      const started = performance.now()
      const limit = Math.round(minutes * slowness)
      const timer = setTimeout(() => endPart(part, `it has run for its limit of ${limit} minutes`), limit * 60_000)
      const counts = await (steps ? runSteps(part) : runVitest(part))
      clearTimeout(timer)
      if (part.isEnded) counts.failed = Math.max(1, counts.failed)
      lists.total.passed += counts.passed
      lists.total.failed += counts.failed
      if (counts.failed > 0) failedParts.add(name)
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      const used = part.processorSeconds > 0 ? `, ${part.processorSeconds.toFixed(0)} s of processor time` : ''
      lists.times.push(`${seconds.padStart(7)} s  ${name}${used}`)
      write(`-- ${name}: ${seconds} s${used}\n`)
      flush()
    },
    /** Ends every part at the limit of the whole run. */
    async endAll(minutes) {
      isEnded = true
      const inRun = new Set([...running].map(({ part }) => part))
      await Promise.all([...inRun].map((part) => endPart(part, `the run has reached its limit of ${minutes} minutes`)))
    },
    /** Ends every command at once. */
    async stop() {
      isEnded = true
      await Promise.all([...running].map(({ end }) => end()))
    },
  }
}
