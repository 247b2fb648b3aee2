/** Something that a room needs of a room after it, which it cannot import. */
export type Needed<T> = {
  /** For `provides` in the room.ts of the room that has it. */
  from: (value: T) => () => void
  get: () => T
}

/** server/features.ts has every room give what it provides, as the server starts. */
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
