/**
 * An error that the operator can mend. Its message is one whole sentence that says what to do. The commands print it
 * without a stack.
 */
export class OperatorError extends Error {}
