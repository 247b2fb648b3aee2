import type { Connection } from '#db/db.ts'
import { openGround } from './ground.ts'
import { ownSeconds } from './processor.ts'

/**
 * A server in a process of its own. The first message names its database, and the server answers with its port. Each
 * `used` is answered with the processor seconds of the process so far, and `end` ends the process.
 */
process.once('message', async (connection: Connection) => {
  const { port, close } = await openGround(connection)
  process.on('message', async (word: 'used' | 'end') => {
    if (word === 'used') return void process.send!(ownSeconds())
    await close()
    process.disconnect!()
  })
  process.send!(port)
})
