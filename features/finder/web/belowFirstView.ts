/** Parts of a race's home page that the first view does not need. One file brings them all. */
export { DisruptionLine } from '#features/disruptions/web/DisruptionLine.tsx'
export { FeedLine } from '#features/feed/web/FeedLine.tsx'
export { FlagsCard } from '#features/safety/web/FlagsCard.tsx'
export { Swiper } from '#ui/layout/Swiper.tsx'
