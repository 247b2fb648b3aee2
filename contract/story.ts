/** The registration whose story is told, with what its rows elsewhere are found by. */
export type StoryOf = {
  raceid: number
  id: number
  _key: string
  uid: number
  /** The race's time zone. */
  zone: string
  /** Its order, and those that asked for a difference later. */
  orderids: readonly number[]
}
