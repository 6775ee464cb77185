import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { systemClock } from '../../src/platform/clock.js';
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

/** Sends mappings as an agency that wants to hurt others writes them, until `isOver`: checks each, tries some, saves some. */
export async function writeHostileMappings(
  api: { address: string; token: string; feed: string },
  isOver: () => boolean,
): Promise<Written> {
  const written: Written = { checks: 0, previews: 0, saves: 0, taken: 0, broken: [] };
  const send = async (method: string, path: string, body: unknown): Promise<number> => {
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
    const url = `${api.address}/api/v1/feeds/${api.feed}/${path}`;
    const reply = await fetch(url, { method, headers, body: JSON.stringify(body) }).catch(() => null);
    const text = (await reply?.text().catch(() => '')) ?? '';
    if (!isOver() && (reply === null || reply.status >= 500))
      written.broken.push(`${method} ${path} ${reply?.status ?? 'no answer'} ${text.slice(0, 200)}`);
    return reply?.status ?? 0;
  };
  for (let number = 0; !isOver(); number++) {
    const preset = presets[number % presets.length]!;
    const shipped = readFileSync(`mappings/${preset}.yaml`, 'utf8');
    const [text = ''] = fc.sample(rewritten(parse(shipped)), { numRuns: 1, seed: number });
    written.checks += 1;
    await send('POST', 'mapping/check', { text });
    if (number % 3 === 0) {
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
