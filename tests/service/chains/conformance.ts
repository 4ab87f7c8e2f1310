import { describe } from 'vitest'
import { collectingTests } from '#world/conformance/collector.ts'
import { factsTests } from '#world/conformance/facts.ts'
import { faultsTests } from '#world/conformance/faults.ts'
import { payingTests } from '#world/conformance/payer.ts'
import { readerTests } from '#world/conformance/reader.ts'
import { createSteps } from '#world/conformance/steps.ts'
import type { NetworkKind } from '#world/network-world.ts'

/** The contract of a network (service/chains/network.ts), as tests that every network passes on a node of its own. */
export function conformance(kind: NetworkKind): void {
  describe(kind.name, () => {
    const steps = createSteps(kind)
    factsTests(kind, steps)
    readerTests(steps)
    faultsTests(kind, steps)
    payingTests(kind, steps)
    collectingTests(steps)
  })
}
