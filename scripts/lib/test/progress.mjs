// A reporter for Vitest and for Playwright that tells `npm test` which tests run: what it prints each minute, and at a limit.
import path from 'node:path'
import { root } from '../setup.mjs'

const send = (message) => process.send?.(message)
const place = (file, ...names) => [path.relative(root, file), ...names].join(' > ')

const vitestPlace = ({ module, fullName }) => place(module.moduleId, fullName)
const journeyPlace = ({ location, title }) => place(location.file, title)

// biome-ignore lint/style/noDefaultExport: Vitest and Playwright load reporters by it
export default class Progress {
  // Vitest
  onTestModuleStart({ moduleId }) {
    send({ began: place(moduleId) })
  }
  onTestModuleEnd({ moduleId }) {
    send({ ended: place(moduleId) })
  }
  onTestCaseReady(test) {
    send({ began: vitestPlace(test) })
  }
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result()
    send({ ended: vitestPlace(test), state, error: errors[0]?.message })
  }
  onHookStart({ name, entity }) {
    send({ began: place(entity.module?.moduleId ?? entity.moduleId, entity.fullName ?? '', name) })
  }
  onHookEnd({ name, entity }) {
    send({ ended: place(entity.module?.moduleId ?? entity.moduleId, entity.fullName ?? '', name) })
  }

  // Playwright
  printsToStdio() {
    return false
  }
  onTestBegin(test) {
    send({ began: journeyPlace(test) })
  }
  onTestEnd(test, { status, error }) {
    send({
      ended: journeyPlace(test),
      state: status === test.expectedStatus ? 'passed' : 'failed',
      error: error?.message,
    })
  }
}
