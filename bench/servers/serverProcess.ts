import type { Connection } from '#db/db.ts'
import { startMeasuring } from '#db/measures.ts'
import { batchesSoFar } from '../ground/batches.ts'
import { openGround } from '../ground/ground.ts'
import { type ServerUse, ownSeconds } from '../ground/processor.ts'

/**
 * A server in a process of its own. The first message names its database, and the server answers with its port. The
 * server answers each `used` with a `ServerUse`. `end` ends the process.
 */
process.once('message', async (connection: Connection) => {
  startMeasuring()
  const { port, close } = await openGround(connection)
  process.on('message', async (word: 'used' | 'end') => {
    if (word === 'used')
      return void process.send!({ seconds: ownSeconds(), batches: await batchesSoFar() } satisfies ServerUse)
    await close()
    process.disconnect!()
  })
  process.send!(port)
})
