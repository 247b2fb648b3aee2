import { readable } from '#db/readable.ts'

export const lineRows = readable('statement_lines', ['raceid', 'kind', 'id', 'day', 'line', 'fee'])

/** The agreed fees of channels, as rates in millionths. */
export { readRates as channelRates } from './store.ts'
