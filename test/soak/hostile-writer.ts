import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { systemClock } from '../../src/platform/clock.js';
import { ads } from '../support/estate-feed.js';
import { rewritten } from '../support/hostile-mappings.js';
import { presets } from '../mapping/preset-records.js';

export interface Written {
  /** Texts that were sent, by the way that they were sent. */
  checks: number;
  previews: number;
  saves: number;
  /** Of those saved: which the daemon took. */
  taken: number;
  /** Answers of the kind that no text may lead to: 5xx, or none. */
  broken: string[];
}

/** A record on which one pattern may work for seconds. */
export const costlyAd = { ...ads(1, 900)[0]!, text: abText(400_000) };

function abText(length: number): string {
  let state = 1;
  return Array.from({ length }, () =>
    (state = (state * 48_271) % 2_147_483_647) % 2 === 0 ? 'a' : 'b',
  ).join('');
}

const costlyIds = readFileSync('mappings/estate-sistem.yaml', 'utf8')
  .replace(/^name: .*$/m, 'name: estate-costly')
  .replace(/^source_id: .*$/m, () => {
    const costly = Array.from(
      { length: 6 },
      (_, index) => `  - { from: opis, match: '[ab]{500}\\Bx${index}' }`,
    );
    return ['source_id:', ...costly, '  - code'].join('\n');
  });

/** As many as one request may hold; two such sets, so that a feed stays within the words that it may have. */
function manyWords(number: number): Record<string, null> {
  const set = number % 2;
  return Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`reč ${set} ${index}`, null]));
}

/** Sends mappings as an agency that wants to hurt others writes them, until `isOver`: checks each, tries some, saves some. */
export async function writeHostileMappings(
  api: { address: string; token: string; feed: string; connection: string },
  isOver: () => boolean,
): Promise<Written> {
  const written: Written = { checks: 0, previews: 0, saves: 0, taken: 0, broken: [] };
  const send = async (method: string, path: string, body?: unknown): Promise<number> => {
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
    const url = `${api.address}/api/v1/feeds/${api.feed}/${path}`;
    const reply = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => null);
    const text = (await reply?.text().catch(() => '')) ?? '';
    if (!isOver() && (reply === null || reply.status >= 500))
      written.broken.push(`${method} ${path} ${reply?.status ?? 'no answer'} ${text.slice(0, 200)}`);
    return reply?.status ?? 0;
  };
  for (let number = 0; !isOver(); number++) {
    if (number % 20 === 0) {
      // Takes effect with the next poll, until another text is saved: ids that cost, and a story of the record that costs.
      written.saves += 1;
      if ((await send('PUT', 'mapping', { text: costlyIds })) === 200) written.taken += 1;
      await systemClock.sleep(3_000);
      await send('GET', `../../listings/${api.connection}/${costlyAd.code}`);
      await send('GET', `../../listings?q=${encodeURIComponent('lep stan')}`);
    }
    if (number % 10 === 0) await send('PUT', 'mapping', { tables: { heating: manyWords(number / 10) } });
    const preset = presets[number % presets.length]!;
    const shipped = readFileSync(`mappings/${preset}.yaml`, 'utf8');
    const [text = ''] = fc.sample(rewritten(parse(shipped)), { numRuns: 1, seed: number });
    written.checks += 1;
    await send('POST', 'mapping/check', { text });
    if (number % 2 === 0) {
      written.previews += 1;
      await send('POST', 'mapping/preview', { text, limit: 5 });
    }
    if (number % 5 === 0) {
      written.saves += 1;
      if ((await send('PUT', 'mapping', { text })) === 200) written.taken += 1;
    }
    await systemClock.sleep(50);
  }
  return written;
}
