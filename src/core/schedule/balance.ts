/** The counts of one poll. A run in which a record or listing is not accounted for has failed (RULES R36). */
export interface PollBalance {
  seen: number;
  known: number;
  mapped: number;
  invalid: number;
  keep: number;
  ignored: number;
  removals: number;
  duplicates: number;
  conflicts: number;
  /** Records of a shared file that the feed's `where` leaves to other feeds. */
  elsewhere: number;
  /** Listings of known and mapped records, counted while reading. */
  knownListings: number;
  mappedListings: number;
  /** Listings that were not seen but may belong to an unreadable record: they count as present. */
  shielded: number;
  /** Listings that a delta file does not mention: they stay unchanged. */
  untouched: number;
  unchanged: number;
  queued: number;
  alreadyQueued: number;
  blocked: number;
  absent: number;
  inGrace: number;
  held: number;
  queuedForRemoval: number;
  pinned: number;
  /** Present listings that are active and whose record calls them inactive. */
  becomingInactive: number;
  deactivated: number;
  deactivationsHeld: number;
  /** Kept active by a rejection. */
  keptActive: number;
}

export function emptyBalance(): PollBalance {
  return {
    seen: 0,
    known: 0,
    mapped: 0,
    invalid: 0,
    keep: 0,
    ignored: 0,
    removals: 0,
    duplicates: 0,
    conflicts: 0,
    elsewhere: 0,
    knownListings: 0,
    mappedListings: 0,
    shielded: 0,
    untouched: 0,
    unchanged: 0,
    queued: 0,
    alreadyQueued: 0,
    blocked: 0,
    absent: 0,
    inGrace: 0,
    held: 0,
    queuedForRemoval: 0,
    pinned: 0,
    becomingInactive: 0,
    deactivated: 0,
    deactivationsHeld: 0,
    keptActive: 0,
  };
}

/** The counts of two polls of one feed: what each read and decided is added, what is true of the feed at the end is the later one's. */
export function addBalances(earlier: PollBalance, later: PollBalance): PollBalance {
  const sums = readCounts.map((name) => [name, earlier[name] + later[name]] as const);
  return { ...later, ...Object.fromEntries(sums) };
}

const readCounts = [
  ...(['seen', 'known', 'mapped', 'invalid', 'keep', 'ignored', 'removals', 'duplicates'] as const),
  ...(['conflicts', 'elsewhere', 'queued', 'absent', 'inGrace', 'queuedForRemoval'] as const),
] satisfies (keyof PollBalance)[];

/** One sentence for each equation that does not hold; empty when the counts add up. */
export function imbalances(b: PollBalance): string[] {
  const equations: [name: string, left: number, right: number][] = [
    [
      'records seen',
      b.seen,
      b.known +
        b.mapped +
        b.invalid +
        b.keep +
        b.ignored +
        b.removals +
        b.duplicates +
        b.conflicts +
        b.elsewhere,
    ],
    [
      'listings present',
      b.knownListings + b.mappedListings + b.shielded + b.untouched,
      b.unchanged + b.queued + b.alreadyQueued + b.blocked,
    ],
    ['listings absent', b.absent, b.inGrace + b.held + b.queuedForRemoval + b.pinned],
    ['listings that become inactive', b.becomingInactive, b.deactivated + b.deactivationsHeld + b.keptActive],
  ];
  return equations
    .filter(([, left, right]) => left !== right)
    .map(([name, left, right]) => `${name}: ${left} counted, ${right} accounted for`);
}
