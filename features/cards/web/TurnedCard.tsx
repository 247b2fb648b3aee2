import { type ReactNode, useEffect, useRef } from 'react'

/** Turns a drawn card from its back to its face, once. A person who asked for less motion sees the face at once. */
export const TurnedCard = ({ children }: { children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    box.current?.animate(
      [
        { transform: 'perspective(60rem) rotateY(-180deg) scale(0.7)', filter: 'brightness(0.4)' },
        { transform: 'perspective(60rem) rotateY(-90deg) scale(0.9)', filter: 'brightness(1.6)', offset: 0.55 },
        { transform: 'perspective(60rem) rotateY(0) scale(1)', filter: 'brightness(1)' },
      ],
      { duration: 750, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
    )
  }, [])
  return (
    <div ref={box} className="grid w-full max-w-64 justify-items-center">
      {children}
    </div>
  )
}
