import { join } from 'node:path'

/** The files beside the project: real people's results, and vectors of vendors and other programs. */
export const sharedFolder = process.env['STARTLINE_SHARED'] ?? join(import.meta.dirname, '../../shared')
