/** The registration of a timeline, with the keys of its rows in other rooms. */
export type StoryOf = {
  raceid: number
  id: number
  _key: string
  uid: number
  /** The race's time zone. */
  zone: string
  /** Its order, and later orders for a difference. */
  orderids: readonly number[]
}
