import { needed } from '#db/needed.ts'
import { type Readable, readable } from '#db/readable.ts'

/** What other rooms read of files. */
export const fileRows = readable('files', ['raceid', 'hash', 'ext', 'private', 'width', 'height'])

/** Pictures that teams show: one of them stays, though its account goes. */
export const teamCovers = needed<Readable<{ raceid: number; cover: string }>>('covers of teams')
