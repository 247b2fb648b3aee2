import { pictureAt, pictureSet } from '#ui/media/picture.ts'

/** The colours behind the character that stands in place of a picture. `seed` decides the colour. */
const grounds = ['bg-tint', 'bg-info-tint', 'bg-warning-tint', 'bg-success-tint']

/** A square picture of goods. Goods without a picture show their first character. */
export const GoodsPicture = ({
  src,
  name,
  seed = 0,
  sizes,
  alt = '',
  className = '',
}: {
  src: string | null | undefined
  name: string
  seed?: number
  sizes: string
  alt?: string
  className?: string
}) =>
  src ? (
    <img
      src={pictureAt(src, 640)}
      srcSet={pictureSet(src, [320, 640, 960])}
      sizes={sizes}
      alt={alt}
      decoding="async"
      className={`aspect-square w-full bg-sunk object-cover ${className}`}
    />
  ) : (
    <span
      aria-hidden
      className={`display flex aspect-square w-full items-center justify-center text-64 text-strong ${grounds[seed % grounds.length]} ${className}`}
    >
      {[...name][0]}
    </span>
  )
