import { needed } from '#db/needed.ts'
import { type Readable, readable } from '#db/readable.ts'

export const fileRows = readable('files', ['raceid', 'hash', 'ext', 'private', 'width', 'height'])

/** The pictures that teams show. Such a picture stays when the uploader's account is erased. */
export const teamCovers = needed<Readable<{ raceid: number; cover: string }>>('covers of teams')
