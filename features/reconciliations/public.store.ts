import { readable } from '#db/readable.ts'

/** What other rooms read of statements. */
export const lineRows = readable('statement_lines', ['raceid', 'kind', 'id', 'day', 'line'])
