import { failureLimits, patience, waitMs, type Patience } from '../../core/setup/sign-in.js';
import { foldedName, keyedHash, nameHash } from '../../platform/keyed-hash.js';
import type { AccountRecord } from '../../store/store.js';
import type { AccessDeps } from './invite.js';
import { hashPassword, isPassword, whyNotPassword } from './passwords.js';
import { hashSecret } from './secrets.js';
import { openSession, type Opened } from './sessions.js';
import { createSlots } from '../../platform/slots.js';

export interface SignInDeps extends AccessDeps {
  /** Key of the hashes by which failures are counted. It is not in the store. */
  attemptKey: Uint8Array;
}

type SignedIn =
  | ({ kind: 'in' } & Opened)
  | { kind: 'refused' }
  /** The password was not checked: the try counts as no failure, and the password may be right. */
  | { kind: 'wait'; retryAfterMs: number };

type Changed =
  ({ kind: 'changed'; tokensRevoked: number } & Opened) | { kind: 'wait'; retryAfterMs: number } | NotChanged;
interface NotChanged {
  kind: 'not_changed';
  message: string;
}

export interface SignIn {
  signIn(by: {
    name: string;
    password: string;
    /** Address block of the client, by which failures are counted. */
    client: string;
    /** Secret of the session that the browser sent. */
    former: string | null;
    /** Secret of the browser's cookie from an earlier sign-in. */
    browser: string | null;
  }): Promise<SignedIn>;
  changePassword(
    account: AccountRecord,
    by: { former: string; password: string; revokesTokens: boolean },
  ): Promise<Changed>;
}

interface Counter extends Patience {
  key: string;
  nameKey: string | null;
}

/**
 * A password check uses one of Node.js's four pool threads for a tenth of a second. At most this many checks run at once for unknown
 * browsers, and as many for known ones, so that strangers never use all threads.
 */
const judgedAtOnce = 2;
const retrySoonMs = 1_000;

/**
 * Checks passwords at sign-in. Failures are counted; tries that have to wait are not. When strangers guess the password of an account, its
 * owner waits for seconds at most, and not at all in a browser that signed in before.
 */
export function createSignIn(deps: SignInDeps): SignIn {
  const { store, clock, attemptKey: key } = deps;
  const { access } = store;
  const strangers = createSlots({ all: judgedAtOnce, each: 1 });
  const known = createSlots({ all: judgedAtOnce, each: 1 });
  const judge = createJudge(deps);

  return {
    async signIn({ name: typed, password, client, former, browser }) {
      const name = foldedName(typed);
      const account = await access.accountNamed(name);
      const isKnown = await isKnownBrowser(browser, account, deps);
      const nameKey = nameHash(key, name);
      const ofBrowser = keyedHash(key, 'browser', browser ?? '', name);
      const ofBoth = keyedHash(key, 'name from address', name, client);
      const counters: Counter[] = isKnown
        ? [{ ...patience.browser, key: ofBrowser, nameKey }]
        : [
            { ...patience.name, key: nameKey, nameKey },
            { ...patience.nameFromAddress, key: ofBoth, nameKey },
            { ...patience.address, key: keyedHash(key, 'address', client), nameKey: null },
          ];
      const lane = isKnown ? ([known, ofBrowser] as const) : ([strangers, nameKey] as const);
      const judged = await judge({ password, stored: account?.passwordHash ?? null }, counters, lane);
      if (judged.kind === 'wait') return judged;
      if (judged.kind === 'wrong' || account === null) return { kind: 'refused' };
      // The failures of the address are not cleared: otherwise an attacker with an account could sign in to clear them and go on guessing.
      await access.forgetFailures(isKnown ? [ofBrowser] : [nameKey, ofBoth]);
      return { kind: 'in', ...(await openSession(account, { former, browser }, deps)) };
    },
    async changePassword(account, { former, password, revokesTokens }) {
      const own = keyedHash(key, 'password of', String(account.id));
      const counters = [{ ...patience.browser, key: own, nameKey: nameHash(key, account.name) }];
      const judged = await judge({ password: former, stored: account.passwordHash }, counters, [known, own]);
      if (judged.kind === 'wait') return judged;
      if (judged.kind === 'wrong')
        return { kind: 'not_changed', message: 'The former password is not right. Nothing was changed.' };
      const refusal = whyNotPassword(password, account.name);
      if (refusal !== null) return { kind: 'not_changed', message: refusal };
      const hash = await hashPassword(password, deps.random);
      const by = { revokesTokens, now: clock.now() };
      const tokensRevoked = await access.changePassword(account.id, hash, by);
      const opened = await openSession(account, { former: null, browser: null }, deps);
      return { kind: 'changed', tokensRevoked, ...opened };
    },
  };
}

type Judged = { kind: 'right' | 'wrong' } | { kind: 'wait'; retryAfterMs: number };

/** @param lane slots and a key in them: passwords with the same key are checked one at a time */
type Judge = (
  of: { password: string; stored: string | null },
  counters: readonly Counter[],
  lane: readonly [ReturnType<typeof createSlots>, string],
) => Promise<Judged>;

/** Checks passwords and counts the wrong ones. */
function createJudge({ store: { access }, clock }: SignInDeps): Judge {
  return async ({ password, stored }, counters, [slots, lane]) => {
    const waits = async (): Promise<number> => {
      const found = await access.failures(counters.map((counter) => counter.key));
      const now = clock.now();
      return Math.max(...counters.map((counter) => waitMs(found.get(counter.key), counter, now)));
    };
    // The wait is checked before a slot is taken too: a try that has to wait must not take a slot from others.
    const soonest = await waits();
    if (soonest > 0) return { kind: 'wait', retryAfterMs: soonest };
    const release = slots.take(lane);
    if (release === null) return { kind: 'wait', retryAfterMs: retrySoonMs };
    try {
      const retryAfterMs = await waits();
      if (retryAfterMs > 0) return { kind: 'wait', retryAfterMs };
      if (await isPassword(password, stored)) return { kind: 'right' };
      const at = clock.now();
      await access.addFailure(counters, {
        at,
        since: at - failureLimits.forgottenMs,
        most: failureLimits.most,
      });
      return { kind: 'wrong' };
    } finally {
      release();
    }
  };
}

async function isKnownBrowser(
  browser: string | null,
  account: AccountRecord | null,
  { store: { access } }: AccessDeps,
): Promise<boolean> {
  if (browser === null || account === null) return false;
  return (await access.accountsOfBrowser(hashSecret(browser))).includes(account.id);
}
