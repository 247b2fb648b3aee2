/**
 * A value that one room provides and another room needs. The room that needs the value stands above the other room in
 * the list of server/features.ts, and a room imports only from rooms above it.
 */
export type Needed<T> = {
  /** Makes the entry of `provides` in the room.ts of the room that has the value. */
  from: (value: T) => () => void
  get: () => T
}

/**
 * Names a value that another room provides. server/features.ts lets every room provide its values when the server
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
