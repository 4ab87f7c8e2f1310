import type { Arrival } from '../network.ts'
import { fromHex } from './addresses.ts'
import { type Log, TRANSFER_TOPIC } from './replies.ts'

/**
 * The token transfers among logs. `logIndex` is the place in the given list: with a whole receipt, the place of the log within its
 * transaction, which does not depend on how the node numbers logs.
 */
export const transfersIn = ({ logs }: { logs: readonly Log[] }): Arrival[] =>
  logs.flatMap(({ address, topics, data, blockNumber, blockHash, transactionHash }, logIndex) => {
    const [event, sender, to] = topics
    if (event !== TRANSFER_TOPIC || sender?.length !== 66 || to?.length !== 66 || topics.length !== 3) return []
    if (data.length !== 66) return []
    return [
      {
        transactionId: transactionHash,
        logIndex,
        block: blockNumber,
        blockHash,
        token: fromHex(address),
        sender: fromHex(sender),
        to: fromHex(to),
        value: BigInt(data),
      },
    ]
  })
