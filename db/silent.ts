import { Logger } from 'graphile-worker'

/** A logger that writes nothing. The job runner logs a lot, and its events report the important things. */
export const silent = new Logger(() => () => undefined)
