/** What the spec says of connections, budgets and idempotency keys, and nothing else: the other opinion in a property test. */
export type Status = 'pending' | 'certifying' | 'active' | 'paused' | 'revoked';
export type Trigger = 'redeem' | 'certify' | 'sendBack' | 'pause' | 'resume' | 'revoke' | 'disconnect';

/** See partner API, section "Connection states", row by row; `was` is where it was paused from. What does not stand here is refused. */
const transitions: Record<Status, Partial<Record<Trigger, Status | 'was'>>> = {
  pending: { redeem: 'certifying', revoke: 'revoked' },
  certifying: {
    certify: 'active',
    sendBack: 'certifying',
    pause: 'paused',
    revoke: 'revoked',
    disconnect: 'revoked',
  },
  active: { pause: 'paused', revoke: 'revoked', disconnect: 'revoked' },
  paused: { pause: 'paused', resume: 'was', revoke: 'revoked', disconnect: 'revoked' },
  revoked: { revoke: 'revoked', disconnect: 'revoked' },
};

/** What each answers (partner API, section "Behaviour per state"). */
export const behaviour = {
  write: { pending: 409, certifying: 202, active: 202, paused: 409, revoked: 409 },
  read: { pending: 404, certifying: 200, active: 200, paused: 200, revoked: 200 },
  view: { pending: 409, certifying: 200, active: 200, paused: 200, revoked: 409 },
} as const satisfies Record<string, Record<Status, number>>;

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

export interface KeyedPush {
  body: string;
  at: number;
  /** When its work is done. */
  doneAt: number;
  batchId: string;
}

export class ModelConnection {
  wasCertified: boolean;
  readonly spent: { at: number; count: number }[] = [];
  readonly keys = new Map<string, KeyedPush>();
  #resumesTo: Status = 'certifying';

  constructor(public status: Status) {
    this.wasCertified = status === 'active';
  }

  /** @returns whether the table knows this trigger in this state; then the state is the new one */
  pull(trigger: Trigger): boolean {
    const to = transitions[this.status][trigger];
    if (to === undefined) return false;
    if (trigger === 'pause' && this.status !== 'paused') this.#resumesTo = this.status;
    if (trigger === 'certify') this.wasCertified = true;
    this.status = to === 'was' ? this.#resumesTo : to;
    return true;
  }

  hasRoom(count: number, limit: number, now: number): boolean {
    const within = this.spent.filter(({ at }) => now - at < hourMs);
    return within.reduce((sum, spend) => sum + spend.count, 0) + count <= limit;
  }

  /** See partner API, section "Idempotency", row by row. */
  keyed(key: string, body: string, now: number): 'new' | 'reused' | 'in progress' | 'replayed' {
    const known = this.keys.get(key);
    if (known === undefined || now - known.at > weekMs) return 'new';
    if (known.body !== body) return 'reused';
    return known.doneAt > now ? 'in progress' : 'replayed';
  }
}
