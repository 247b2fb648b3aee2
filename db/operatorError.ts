/**
 * An error that the operator can mend. Its message is one whole sentence that says what to do. The commands print it
 * without a stack.
 */
export class OperatorError extends Error {}

/** Returns the sentence of an error that the operator can mend, or the stack of another error. */
export const sentenceOf = (error: unknown): string =>
  error instanceof OperatorError
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)
