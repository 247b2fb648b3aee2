/** What a person can mend: its message is one whole sentence that says what to do, shown without a stack. */
export class OperatorError extends Error {}
