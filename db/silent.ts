import { Logger } from 'graphile-worker'

/** The job runner logs a lot. Its events report the important things. */
export const silent = new Logger(() => () => undefined)
