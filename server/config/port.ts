import { createServer } from 'node:net'
import { OperatorError } from '#db/operatorError.ts'
import type { Config } from './config.ts'

/**
 * Returns the reason why the server cannot listen. If the operator can mend the fault, the reason is an OperatorError
 * with a sentence. Otherwise the reason is `error` itself.
 */
export const listenReason = (config: Config, error: unknown): unknown => {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE')
    return new OperatorError(
      `Port ${config.port} is already in use. Stop what listens there, or start with another one: ` +
        `PORT=${config.port + 1} npm start`,
    )
  if (code === 'EACCES')
    return new OperatorError(`Port ${config.port} may only be opened by root. Set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new OperatorError(`HOST ${config.host} is no address of this machine.`)
  return error
}

/** Throws if the server cannot listen at the port. The start calls this function before it starts any other part. */
export const checkPort = (config: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(listenReason(config, error)))
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
