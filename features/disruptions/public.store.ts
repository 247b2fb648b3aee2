import { readable } from '#db/readable.ts'

/** Plans of changed races for other rooms. */
export const disruptionRows = readable('disruptions', ['raceid', 'id', 'kind', 'whole', 'state'])
