import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { photoMarks, withKeptCover } from '../../src/core/listing/cover.js';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `https://img.example.com/${name}.jpg`);

interface Photos extends Record<string, unknown> {
  photos: { url: string }[];
}
const payload = (...urls: (string | undefined)[]): Photos => ({
  photos: urls.map((url) => ({ url: url ?? '' })),
});

interface Feed {
  /** The addresses as the feed lists them. */
  list: (string | undefined)[];
  /** What it marks. */
  main?: string | undefined;
  /** What release 0.1.0 would send; left out: the list. */
  former?: (string | undefined)[];
  rule?: string;
}

function marksOf({ list, main, former = list, rule = 'rule' }: Feed): ReturnType<typeof photoMarks> {
  const slots = list.map((url = '') => ({ url, mark: String(url === main) }));
  const source = { rule, slots, former: former.map((url) => url ?? '') };
  return photoMarks(source, main ?? list[0] ?? '', []);
}

function urls({ photos }: Photos): string[] {
  return photos.map(({ url }) => url);
}

describe('the cover of a listing that release 0.1.0 mapped', () => {
  it.each<[what: string, before: Photos, feed: Feed, wanted: Photos, kept: Photos]>([
    [
      'stays under a new rule',
      payload(a, b, c),
      { list: [a, b, c], main: b },
      payload(b, a, c),
      payload(a, b, c),
    ],
    [
      'stays where a plan goes last',
      payload(a, b, c),
      { list: [a, b, c] },
      payload(b, c, a),
      payload(a, b, c),
    ],
    [
      'stays where the escaped address is read',
      payload(`${a}?x=1&amp;y=2`, b),
      { list: [`${a}?x=1&y=2`, b] },
      payload(b, `${a}?x=1&y=2`),
      payload(`${a}?x=1&y=2`, b),
    ],
    [
      'changes with a new photo',
      payload(a, b),
      { list: [a, b, c], main: b },
      payload(b, a, c),
      payload(b, a, c),
    ],
    [
      'changes with another order of the feed',
      payload(a, b, c),
      { list: [b, a, c] },
      payload(b, a, c),
      payload(b, a, c),
    ],
    ['changes where it is gone', payload(a, b, c), { list: [b, c] }, payload(b, c), payload(b, c)],
  ])('%s', (_, before, feed, wanted, kept) => {
    expect(withKeptCover(wanted, marksOf(feed), before, null, [])).toEqual(kept);
  });
});

describe('the cover of a listing that this release mapped', () => {
  const feed = { list: [a, b, c], main: a };

  it.each<[what: string, now: Feed, wanted: Photos, first: string | undefined]>([
    ['stays while nothing changed', feed, payload(b, a, c), a],
    ['changes with the mark', { ...feed, main: b }, payload(b, a, c), b],
    ['changes with the order', { ...feed, list: [b, a, c] }, payload(b, a, c), b],
    ['changes with another photo', { ...feed, list: [a, b, d] }, payload(b, a, d), b],
    ['changes with the rule of its mapping', { ...feed, rule: 'another' }, payload(b, a, c), b],
  ])('%s', (_, now, wanted, first) => {
    expect(urls(withKeptCover(wanted, marksOf(now), payload(a, b, c), marksOf(feed).source, []))[0]).toBe(
      first,
    );
  });

  it('never changes while the feed says the same, whatever the rules want, and no photo is lost', () => {
    const order = fc.shuffledSubarray([a, b, c, d], { minLength: 2 });
    fc.assert(
      fc.property(order, fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), (list, turns) => {
        const { source } = marksOf({ list });
        let wanted = payload(...list);
        for (const turn of turns) {
          const at = turn % list.length;
          const ruled = payload(...list.slice(at), ...list.slice(0, at));
          const kept = withKeptCover(ruled, marksOf({ list }), wanted, source, []);
          expect(urls(kept)[0]).toBe(list[0]);
          expect(urls(kept).sort()).toEqual(urls(ruled).sort());
          wanted = kept;
        }
      }),
    );
  });

  it('is not changed by a token in each address', () => {
    const now = [a, b].map((url) => `${url ?? ''}?t=2`);
    const source = { rule: 'rule', slots: now.map((url) => ({ url, mark: '' })), former: now };
    const before = { ...source, slots: [a, b].map((url) => ({ url: `${url ?? ''}?t=1`, mark: '' })) };
    const kept = withKeptCover(
      payload(now[1], now[0]),
      photoMarks(source, now[1] ?? '', ['t']),
      payload(`${a ?? ''}?t=1`, `${b ?? ''}?t=1`),
      photoMarks(before, '', ['t']).source,
      ['t'],
    );
    expect(urls(kept)).toEqual(now);
  });
});
