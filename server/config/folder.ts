import { accessSync, constants, mkdirSync } from 'node:fs'
import { OperatorError } from '#db/operatorError.ts'

/** Makes the data folder if it is missing. Throws OperatorError if the server cannot write to the folder. */
export const prepareFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new OperatorError(
      `The data folder ${folder} can't be written. Give it to the user that starts Startline, or set ` +
        'STARTLINE_DATA to another folder.',
    )
  }
}
