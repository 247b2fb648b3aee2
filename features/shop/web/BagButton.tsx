import { ShoppingBag } from 'lucide-react'
import { path } from '#seam/web/paths.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { shopWords as words } from './shop.words.ts'
import { useBag } from './useBag.ts'

/** The bag in the bar of a page, with the number of its pieces. */
export const BagButton = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const { pieces } = useBag(raceid)
  return (
    <Link
      href={path.shopBag()}
      aria-label={t(words.bagCount, { n: pieces })}
      className="relative flex size-11 items-center justify-center rounded-full hover:bg-sunk"
    >
      <ShoppingBag className="size-6" aria-hidden />
      {pieces > 0 ? (
        <span
          key={pieces}
          className={
            'figures absolute right-0 top-0 flex h-5 min-w-5 items-center justify-center rounded-full bg-fill px-1 ' +
            'text-12 font-bold text-on-fill motion-safe:animate-rise'
          }
        >
          {pieces > 99 ? '99+' : pieces}
        </span>
      ) : null}
    </Link>
  )
}
