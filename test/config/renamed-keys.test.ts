import { describe, expect, it } from 'vitest';
import { configReference } from '../../src/config/json-schema.js';
import { formatProblem } from '../../src/config/problems.js';
import { renamedKeys } from '../../src/config/renamed-keys.js';
import { problemsOf } from '../../src/config/schema-problems.js';
import { writtenSchema } from '../../src/config/schema.js';
import { readSource } from '../../src/config/source.js';
import { connection, filesOf, portal } from './config-files.js';

async function problemsWith(text: string, renamed: Record<string, string>): Promise<string[]> {
  const read = await readSource('feedsync.yaml', filesOf({ 'feedsync.yaml': text }));
  if (!read.ok) throw new Error('this file can be read');
  const parsed = writtenSchema.safeParse(read.source.value);
  return parsed.error === undefined
    ? []
    : problemsOf(parsed.error, read.source.document, { renamed }).map(formatProblem);
}

describe('a key that an earlier release called otherwise', () => {
  it('is told by its new name, at its place, in sections and in feeds', async () => {
    const text = `${portal}fetch: { time_limit: 5m }
feeds:
  - { name: a, connection: ${connection}, address: 'https://agency.example/feed.xml', mapping: m }
`;
    const renamed = { 'fetch.time_limit': 'fetch.timeout', 'feeds[].address': 'feeds[].url' };
    expect(await problemsWith(text, renamed)).toEqual([
      'feedsync.yaml:5:10 fetch.time_limit: was renamed in an earlier release; write fetch.timeout instead',
      expect.stringMatching(
        /^feedsync\.yaml:7:\d+ feeds\[0\]\.address: was renamed .* write feeds\[\]\.url instead$/,
      ),
    ]);
  });

  it('is one that no release has now, and its new name one that this release has', () => {
    const keys = new Set(configReference().map(({ key }) => key));
    for (const [before, now] of Object.entries(renamedKeys)) {
      expect(keys, before).not.toContain(before);
      expect(keys, now).toContain(now);
    }
  });
});
