import { describe, expect, it } from 'vitest';
import {
  mailedItems,
  noticeWaitMs,
  planNotices,
  recipientsOf,
  type Addressee,
  type NoticeItem,
  type NotedNotice,
  type NoticeRole,
} from '../../src/core/setup/notice-plan.js';
import { hour, minute } from '../support/manual-clock.js';

function person(role: Addressee['role'], connectionId: string | null = null): Addressee {
  return {
    key: `${role} ${connectionId ?? 1}`,
    role,
    connectionId,
    language: 'en',
    cyrillic: false,
    email: `${role}@x.example`,
  };
}

function matter(cause: string, roles: readonly NoticeRole[] = ['agency'], connectionId = 'a'): NoticeItem {
  const rest = { count: 1, since: null, atOnce: true, hold: null, note: null };
  return { cause, kind: 'hold', connectionId, agency: 'A', roles, ...rest };
}

const everybody = [
  person('agency', 'a'),
  person('agency', 'b'),
  person('operator'),
  person('partner'),
  person('machine'),
];
const keysOf = (people: readonly Addressee[]): string[] => people.map(({ key }) => key).sort();

/** What is noted after a look that told everything. */
function after(before: readonly NotedNotice[], change: ReturnType<typeof planNotices>): NotedNotice[] {
  const kept = before.filter(({ id }) => !change.over.includes(id));
  const added = change.added.map((wish, index) => ({ ...wish, id: 100 + kept.length + index, toldAt: 1 }));
  return [...kept, ...added];
}

describe('who is told', () => {
  it('is whose turn it is; else who watches; else who runs it; and always the machine', () => {
    expect(keysOf(recipientsOf(matter('x'), everybody))).toEqual(['agency a', 'machine 1']);
    expect(keysOf(recipientsOf(matter('x', ['agency', 'partner']), everybody))).toEqual([
      'agency a',
      'machine 1',
      'partner 1',
    ]);
    expect(keysOf(recipientsOf(matter('x', ['agency'], 'c'), everybody))).toEqual([
      'machine 1',
      'operator 1',
    ]);
    const few = [person('partner'), person('agency', 'b')];
    expect(keysOf(recipientsOf(matter('x', ['operator']), few))).toEqual(['partner 1']);
    expect(recipientsOf(matter('x', ['operator']), [person('agency', 'a')])).toEqual([]);
  });
});

describe('what an agency does not answer', () => {
  it('is the partner’s too after three days, and is not mailed any more after fourteen', () => {
    const day = 24 * hour;
    const rolesAfter = (days: number, roles: readonly NoticeRole[] = ['agency']): unknown =>
      mailedItems([{ ...matter('x', roles), since: 100 }], 100 + days * day).map((item) => item.roles);
    expect(rolesAfter(2.9)).toEqual([['agency']]);
    expect(rolesAfter(3)).toEqual([['agency', 'partner']]);
    expect(rolesAfter(3, ['agency', 'partner'])).toEqual([['agency', 'partner']]);
    expect(rolesAfter(13.9)).toEqual([['agency', 'partner']]);
    expect(rolesAfter(14)).toEqual([]);
    expect(rolesAfter(30, ['operator'])).toEqual([['operator']]);
    expect(mailedItems([matter('x')], day)).toHaveLength(1);
  });
});

describe('what is told', () => {
  it('is a cause that came up, once for each, until it is gone and comes again', () => {
    const first = planNotices([], [matter('hold 1'), matter('hold 2', ['operator'])], everybody);
    expect(first.added.map(({ cause, addressee }) => `${cause} → ${addressee}`).sort()).toEqual([
      'hold 1 → agency a',
      'hold 1 → machine 1',
      'hold 2 → machine 1',
      'hold 2 → operator 1',
    ]);
    const noted = after([], first);
    expect(planNotices(noted, [matter('hold 1'), matter('hold 2', ['operator'])], everybody)).toEqual({
      added: [],
      over: [],
    });
    const gone = planNotices(noted, [matter('hold 1')], everybody);
    expect(gone.added).toEqual([]);
    expect(gone.over).toHaveLength(2);
    expect(
      planNotices(after(noted, gone), [matter('hold 1'), matter('hold 2', ['operator'])], everybody).added,
    ).toHaveLength(2);
  });

  it('follows a change of addresses: who was told stays told, who was not is not told any more', () => {
    const untold = [{ id: 1, cause: 'hold 1', addressee: 'operator 1', atOnce: true, toldAt: null }];
    const agency = [person('agency', 'a'), person('operator')];
    expect(planNotices(untold, [matter('hold 1')], agency)).toMatchObject({
      added: [{ addressee: 'agency a' }],
      over: [1],
    });
    const told = untold.map((row) => ({ ...row, toldAt: 5 }));
    expect(planNotices(told, [matter('hold 1')], agency)).toMatchObject({
      added: [{ addressee: 'agency a' }],
      over: [],
    });
  });

  it('is tried again ever more rarely, and seldom where it was refused for good', () => {
    const waits = [0, 1, 2, 5, 6, 400].map((tries) => noticeWaitMs(tries, false));
    expect(waits).toEqual([minute, 2 * minute, 4 * minute, 32 * minute, hour, hour]);
    expect(noticeWaitMs(0, true)).toBe(6 * hour);
  });
});
