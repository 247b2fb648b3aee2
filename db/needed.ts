/** A value that a later room provides. The room that needs this value cannot import the later room. */
export type Needed<T> = {
  /** Makes the entry of `provides` in the room.ts of the room that has the value. */
  from: (value: T) => () => void
  get: () => T
}

/**
 * Names a value that a later room provides. server/features.ts lets every room provide its values when the server
 * starts.
 */
export const needed = <T>(what: string): Needed<T> => {
  let given: { value: T } | undefined
  return {
    from: (value) => () => void (given = { value }),
    get: () => {
      if (!given) throw new Error(`No room has given ${what}: name it in \`provides\` of the room that has it.`)
      return given.value
    },
  }
}
