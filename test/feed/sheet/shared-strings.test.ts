import { expect, it } from 'vitest';
import { SharedStrings } from '../../../src/feed/sheet/shared-strings.js';
import { memorySpool } from '../memory-spool.js';

it('texts are found in any order, though only a few of them are in memory', async () => {
  const texts = Array.from({ length: 4_000 }, (_, n) => (n % 7 === 0 ? '' : `${n} č ${'x'.repeat(n % 300)}`));
  const markup = `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
  const spool = memorySpool();
  async function* chunks(): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(markup);
    // A chunk may end within a letter.
    for (let at = 0; at < bytes.length; at += 9_973) yield bytes.subarray(at, at + 9_973);
  }
  const context = { spool, maxBytes: 10_000_000, signal: new AbortController().signal };
  const strings = await SharedStrings.read(chunks(), context, 2);
  let loaded = 0;
  for (let step = 0; step < texts.length; step++) {
    const n = (step * 1_237) % texts.length;
    const kept = strings.text(n);
    if (kept === null) loaded += 1;
    expect(kept ?? (await strings.load(n))).toBe(texts[n]);
  }
  expect(loaded).toBeGreaterThan(1_000);
  expect(strings.text(texts.length)).toBe('');
  expect(spool.paths()).toHaveLength(1);
  await strings.discard();
  expect(spool.paths()).toEqual([]);
});
