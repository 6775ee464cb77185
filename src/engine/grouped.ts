import type { Clock } from '../platform/clock.js';

/** Gathers what is ended together. */
export interface Grouped<Member, Result> {
  /** Adds a member to the group that is being gathered. Settles when the group has ended. */
  add(member: Member): Promise<Result | null>;
  /** Ends the group now: nothing more is expected. */
  end(): void;
}

interface Waiting<Member, Result> {
  member: Member;
  settle: (result: Promise<Result | null>) => void;
}

/**
 * A group ends when it has `most` members, when its first member has waited for `waitMs`, or when `end` is called.
 * @param act ends a group. Members without a result drop out of it
 */
export function grouped<Member, Result>(
  { most, waitMs, clock }: { most: number; waitMs: number; clock: Clock },
  act: (members: readonly Member[]) => Promise<ReadonlyMap<Member, Result>>,
): Grouped<Member, Result> {
  let waiting: Waiting<Member, Result>[] = [];
  let timer = new AbortController();

  function end(): void {
    const group = waiting;
    waiting = [];
    timer.abort();
    timer = new AbortController();
    if (group.length === 0) return;
    const ended = act(group.map(({ member }) => member));
    for (const { member, settle } of group) settle(ended.then((results) => results.get(member) ?? null));
  }

  return {
    add: (member) =>
      new Promise((settle) => {
        waiting.push({ member, settle });
        if (waiting.length >= most) end();
        else if (waiting.length === 1) clock.sleep(waitMs, timer.signal).then(end, () => undefined);
      }),
    end,
  };
}
