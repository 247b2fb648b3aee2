import { Logger } from 'graphile-worker'

/** The job runner is chatty; what matters reaches us through its events. */
export const silent = new Logger(() => () => undefined)
