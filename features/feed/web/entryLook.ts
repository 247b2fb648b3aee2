/** The facts that every entry of the page shares. */
export type EntryLook = {
  raceid: number
  zone: string
  cheers: boolean
  comments: boolean
  loggedIn: boolean
  /** The reader's own entries. */
  own: readonly number[]
  onGone: () => void
}
