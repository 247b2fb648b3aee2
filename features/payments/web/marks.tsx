export const WechatMark = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#07893f" />
    <path
      d="M9 16.5 13.5 21 23 11.5"
      fill="none"
      stroke="#fff"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

export const AlipayMark = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#0b5cd5" />
    <path
      d="M8 10.5h16M16 6.5v8M9.5 15h12c-1 4.5-6 9-13 10.5M11 17.5c2.5 4 7 7 13 8"
      fill="none"
      stroke="#fff"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

export const PaypalMark = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#0a3f86" />
    <path
      d="M12 24.5 14.5 7.5h5c3 0 4.7 1.7 4.2 4.5-.5 3-2.8 4.6-6 4.6h-3"
      fill="none"
      stroke="#fff"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

export const CardMark = () => (
  <svg aria-hidden width="32" height="32" viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" fill="#b3262a" />
    <path
      d="M7 10.5h18v11.5H7zM7 14.5h18M10.5 18.5h4"
      fill="none"
      stroke="#fff"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
