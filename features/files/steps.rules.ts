/** Runs work that has many steps, without pauses between them. */
export const atOnce = <T>(steps: Generator<void, T>): T => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
