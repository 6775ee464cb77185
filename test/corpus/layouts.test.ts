import { describe, expect, it } from 'vitest';
import { makeAds } from './ads.js';
import { decoys } from './layout.js';
import { layouts } from './layouts/index.js';

const ads = makeAds(40);

it('has no layout twice', () => {
  expect(new Set(layouts.map(({ name }) => name)).size).toBe(layouts.length);
});

describe.each(layouts.map((layout) => [layout.name, layout] as const))('the layout %s', (name, layout) => {
  const chosen = layout.choose(ads);

  it('is named plainly and lists some of the ads', () => {
    expect(name).toMatch(/^[a-z0-9-]{3,40}$/);
    expect(chosen.length).toBeGreaterThan(3);
  });

  it('renders the same bytes each time', async () => {
    const [first, second] = [await layout.render(chosen), await layout.render(chosen)];
    expect(first.name).toBe(second.name);
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  it('has at least six things that are easily mistaken', () => {
    expect(decoys.filter((one) => layout.decoys.has(one)).length).toBeGreaterThanOrEqual(6);
  });

  it('says what the portal requires of every ad, or names it as undecidable', () => {
    const required = ['offer', 'kind', 'amount', 'currency', 'title', 'text', 'city', 'street'] as const;
    const lacking = chosen.flatMap((ad) => {
      const facts = layout.facts(ad);
      return required.filter((field) => facts[field] === undefined).map((field) => `${ad.index} ${field}`);
    });
    expect(layout.waits === null ? lacking : []).toEqual([]);
  });
});
