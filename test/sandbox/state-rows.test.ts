import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restoreRows, rowsOf } from '../../src/sandbox/state/state-rows.js';

const text = fc.string({ unit: 'grapheme' });
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.date({ noInvalidDate: true }),
    fc.uint8Array(),
    fc.array(tie('value')),
    fc.array(tie('value')).map((list) => new Set(list)),
    fc.array(fc.tuple(text, tie('value'))).map((entries) => new Map(entries)),
    fc.dictionary(fc.oneof(text, fc.constantFrom('$', '__proto__', 'a.b', 'a/b')), tie('value'), {
      noNullPrototype: true,
    }),
  ),
}));

describe('rows of a state', () => {
  it('bring back whatever it holds', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, value)), value, (entries, other) => {
        const state = { entities: new Map(entries), plain: { other } };
        const back = { entities: new Map(), plain: {} };
        restoreRows(back, rowsOf(state));
        expect(back).toStrictEqual(state);
      }),
      { numRuns: 300 },
    );
  });

  it('bring back the same object where an entity is met again, before or after its own place', () => {
    const app: Record<string, unknown> = { name: 'A' };
    const state = {
      uses: new Map<string, Record<string, unknown>>([['u', { app, others: new Set([app]) }]]),
      apps: new Map([['a', app]]),
      waiting: new Set([app]),
    };
    app.first = state.uses.get('u');
    const back: typeof state = { uses: new Map(), apps: new Map(), waiting: new Set() };
    restoreRows(back, rowsOf(state));
    const found = back.apps.get('a');
    expect(back.uses.get('u')?.app).toBe(found);
    expect([...back.waiting]).toEqual([found]);
    expect([...(back.uses.get('u')?.others as Set<unknown>)][0]).toBe(found);
    expect(found?.first).toBe(back.uses.get('u'));
  });

  it('bring back what is frozen as frozen, with all that is in it', () => {
    const payload = Object.freeze({
      title: { sr: 'Stan' },
      seen: new Map([['a', 1]]),
      long: Array.from({ length: 300 }, () => 1),
    });
    const state = { held: new Map([['h', { payload }]]) };
    rowsOf(state);
    const back = { held: new Map<string, { payload: object }>() };
    restoreRows(back, rowsOf(state));
    expect(back).toStrictEqual(state);
    expect(Object.isFrozen(back.held.get('h')?.payload)).toBe(true);
  });

  it('write a long list in parts, so that its growth changes one of them', () => {
    const state = { ledger: { spends: Array.from({ length: 1000 }, (_, at) => ({ at, count: 1 })) } };
    const before = rowsOf(state);
    state.ledger.spends.push({ at: 1000, count: 2 });
    const after = rowsOf(state);
    expect([...after].filter(([path, row]) => before.get(path) !== row)).toHaveLength(1);
    const back = { ledger: {} };
    restoreRows(back, after);
    expect(back).toEqual(state);
  });

  it('leave out machinery, and refuse what cannot be kept', () => {
    expect([...rowsOf({ clock: { now: () => 1 }, now: () => 1, count: 2 })]).toEqual([['count', '2']]);
    expect(() => rowsOf({ batches: new Map([['b', { finish: () => 1 }]]) })).toThrow('cannot be kept');
  });
});
