/** The registration of a timeline, with the keys of its rows in other rooms. */
export type StoryOf = {
  raceid: number
  id: number
  _key: string
  uid: number
  /** The race's time zone. */
  zone: string
  /** The ids of the registration's order and of later orders for a difference in price. */
  orderids: readonly number[]
}
