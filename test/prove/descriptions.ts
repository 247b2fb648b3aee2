type Description = {
  /** The words that may follow the name of the proof in the command. */
  options?: string
  /** The things that the proof does, and the facts that must hold afterwards. */
  description: string
}
/** The proofs by name, in the order of `npm run prove -- --help`. */
export const descriptions = {
  draw: {
    description:
      'the server is killed nine times while it freezes a list of 12,000, draws and tells the lots; a ' +
      'second implementation agrees with the outcome.',
  },
  refresh: {
    description: 'it is killed six times while a waitlist is refreshed and 4,500 places that returned are offered.',
  },
  promoted: {
    description:
      '1,000 on a waitlist are promoted by hand and by the clock at once; 200 random sequences; 1,000 ' +
      'who have paid wait for 700 places while server and database are killed thirteen times, and the ' +
      "gateway's books agree.",
  },
  killed: {
    description: '10,000 people sign up and pay while server and database are killed seven times.',
  },
  bulk: {
    description:
      '3,000 registrations are refused at once and taken back while server and database are killed ' +
      'seven times, and after every statement of a row; each is done once, and each runner told once.',
  },
  refunds: {
    options: '[PEOPLE]',
    description:
      "5,000 who paid are refunded in bulk after a second person's approval, while server and database " +
      'are killed six times and the gateway takes three seconds for each; each is paid back once, to ' +
      "the fen by the gateway's own books; an action is killed after every step.",
  },
  guesses: {
    description:
      '10,000 guesses each at identity numbers, keys, codes, passwords and tokens get nothing and are ' +
      'stopped; neither words nor time tell a known one from an unknown one; eight addresses learn of ' +
      'at most one in fifty of the numbers of a county and a birthday; an innocent browser behind an ' +
      'attacked address waits two seconds at most and solves one picture.',
  },
  schema: {
    description:
      'every call is made twenty times with made-up, odd and hostile input as nobody, as a runner and ' +
      'as the owner; each answer keeps to the OpenAPI document, and none is a fault of ours.',
  },
  payments: {
    description:
      '1,000 payments over four gateways that answer late, stumble and repeat themselves; every step of ' +
      'a payment and of a refund killed; 200 random stories.',
  },
  reads: {
    description:
      '245,484 reads of 27,000 runners, shuffled, each sent ten times in two streams, with a reader ' +
      'three seconds off and corrected later, give the ranks of once and in order.',
  },
  retimed: {
    description:
      "a thousand times reads arrive while a gun, a reader's clock or the ranking is changed or the " +
      'event is closed; no result keeps what was before.',
  },
  photos: {
    description: '10,000 photos are uploaded while the server is killed twice: all are there, none twice.',
  },
  pictures: {
    description: 'every kind of BMP, eight orientations, 0.3 and 40 megapixels, what is hostile, object storage.',
  },
  fidelity: {
    description:
      'three certificate templates, and T1–T3 where ../shared has them, with six runners in Chromium, ' +
      "each within 1 % of the browser's own layout, hostile templates one by one.",
  },
  predictions: {
    description:
      'on six marathons every later point is predicted from every earlier one, beside the guess of a ' +
      'constant pace: with constants of other courses, and taught by the other half of the field.',
  },
  firefox: {
    description: "our three templates in Debian's Firefox, right the first time.",
  },
  browsers: {
    description:
      'a runner signs up and pays, reads the status without a network, looks a number up, sees result ' +
      'and certificate, crops a poster and watches the live list, in WebKitGTK by its WebDriver and in ' +
      'Firefox by WebDriver BiDi. A browser that is not installed is named and skipped.',
  },
  certificates: {
    description:
      '240 certificates are drawn for a whole event while the server is killed six times; none is ' +
      'missing and none there twice.',
  },
  desks: {
    options: '[PACKS [SEED]]',
    description:
      '8 desks in browsers hand out 5,000 packs while the network of each is cut and mended at random ' +
      'and server and database are killed twice: every acknowledged entry is kept, every clash is ' +
      'shown, and the stock is exact to the piece.',
  },
  tracking: {
    description:
      '30,000 fixes of 500 devices come in while server and database are killed five times; each ' +
      'acknowledged fix is there once. Tracks of other people are replayed with gaps, noise and doubled ' +
      'fixes.',
  },
  dev: {
    description:
      'screens and server files are edited under npm run dev: no page is loaded anew, the database ' +
      'stays, a server file takes under a second, and Ctrl-C or kill -9 leaves no process.',
  },
  postgres: {
    description:
      'the tests of baseline and server pass on PostgreSQL 15, 16 and 17, whose programs npm installs ' +
      'into a cache outside the project.',
  },
  citus: {
    options: '[PART]',
    description:
      'the tests of rooms and server, and the main stories, pass on a distributed PostgreSQL whose ' +
      'addresses CITUS_SERVERS names, in parts of less than ten minutes; it lists what ran and what is ' +
      'left out.',
  },
  webhooks: {
    options: '[PEOPLE]',
    description:
      '1,000 sign up while the server is killed eight times and a receiver, a Python program written ' +
      'from docs/integrate.md alone, answers late, with 500 and with resets: each event arrives once or ' +
      'more, with a right signature.',
  },
  standby: {
    options: '[PEOPLE]',
    description:
      '4,000 people sign up while the primary database is killed and its standby promoted; nothing ' +
      'acknowledged is lost, and the old primary acknowledges nothing any more.',
  },
  moment: {
    description:
      'the disk of the embedded database is lost in the middle of 3,000 sign-ups; a backup and the ' +
      "archive of the log bring it to a chosen moment exactly, and to the archive's end.",
  },
  storage: {
    description:
      'the tests of every place that stores files run with their files on a real S3 server (S3_SERVER); ' +
      'uploads are killed, the bucket is gone, the clock is wrong.',
  },
  hosts: {
    options: '[MINUTES [SEED]] [--nginx]',
    description:
      'two hosts behind HAProxy or nginx, with primary, standby and object storage, for 20 minutes; ' +
      'hosts are killed, frozen, cut off and deployed anew, a clock is 90 s off, a disk is full, the ' +
      "primary is lost; nothing acknowledged is lost, and each failed answer is counted. Needs Debian's " +
      'haproxy or nginx, and faketime.',
  },
  proxied: {
    description:
      "stories of the browser (sign-up, payment, live results, results) run through Debian's HAProxy and nginx with " +
      'the examples of docs/proxies, in front of two servers.',
  },
  release: {
    options: '[PART]',
    description:
      'the tests of all rooms of the last release run against the tables of this one, as its servers do while hosts ' +
      'are deployed one after another, in parts of less than ten minutes.',
  },
  statements: {
    options: '[PATH…]',
    description:
      'each raw SQL template and each named statement is sent by some test; those that never were are listed.',
  },
} as const satisfies Readonly<Record<string, Description>>
export type ProofName = keyof typeof descriptions
