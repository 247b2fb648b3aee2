/** Does work in many steps at once, without pauses. */
export const atOnce = <T>(steps: Generator<void, T>): T => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
