import type { Offer } from '#lib/contract/gpu.ts'

/** Name of a machine: its GPUs, "2 × RTX 4090", or its processor. */
export function Model({ offer: { count, model } }: { offer: Pick<Offer, 'count' | 'model'> }) {
  return (
    <>
      {count > 0 && (
        <span className="num" translate="no">
          {count} ×{' '}
        </span>
      )}
      <bdi>{model}</bdi>
    </>
  )
}
