import { describe } from 'vitest'
import type { NetworkKind } from '#world/network-world.ts'
import { collectingTests } from './conformance/collector.ts'
import { factsTests } from './conformance/facts.ts'
import { faultsTests } from './conformance/faults.ts'
import { payingTests } from './conformance/payer.ts'
import { readerTests } from './conformance/reader.ts'
import { createSteps } from './conformance/steps.ts'

/** The contract of a network (service/chains/network.ts), as tests that every network passes on a node of its own. */
export function conformance(kind: NetworkKind): void {
  describe(kind.name, () => {
    const steps = createSteps(kind)
    factsTests(kind, steps)
    readerTests(steps)
    faultsTests(steps)
    payingTests(kind, steps)
    collectingTests(steps)
  })
}
